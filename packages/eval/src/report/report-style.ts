/** How a report looks: readable on a phone and a desk, in the light and in the dark. Refers to nothing outside of itself. */

/** The style sheet. */
export const REPORT_STYLE: string = `
:root {
  color-scheme: light dark;
  --ground: #fbfbfa; --card: #ffffff; --ink: #1d2329; --muted: #5b6670; --line: #dfe3e6; --soft: #f1f3f4;
  --better: #17693a; --worse: #b3261e;
  --c0: #2459b8; --c1: #b4540a; --c2: #17693a; --c3: #8c3a9b; --c4: #9a1f46; --c5: #4f5b66;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --card: #1c2024; --ink: #e6e9eb; --muted: #9ba6af; --line: #343b41; --soft: #262b30;
    --better: #6fd08f; --worse: #ff8f85;
    --c0: #86b1ff; --c1: #ffb071; --c2: #6fd08f; --c3: #dba0ea; --c4: #ff8fb3; --c5: #b4bfc9;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
p { margin: .3rem 0; }
.muted { color: var(--muted); }
main { padding-bottom: 4rem; }
figure { margin: 0 0 1rem; padding: .8rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
.plot { display: block; width: 100%; max-width: 40rem; height: auto; margin-top: .4rem; }
.plot text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.plot .tick { fill: var(--muted); font-size: 10px; }
.plot .grid { stroke: var(--line); stroke-width: 1; }
.plot .interval { stroke: currentColor; stroke-width: 3; stroke-linecap: round; }
.plot .mean { fill: currentColor; }
.plot .name { font-weight: 600; fill: currentColor; }
.series-0 { color: var(--c0); } .series-1 { color: var(--c1); } .series-2 { color: var(--c2); }
.series-3 { color: var(--c3); } .series-4 { color: var(--c4); } .series-5 { color: var(--c5); }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .8rem; text-align: left; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
tbody tr:last-child > * { border-bottom: 0; }
tbody th { font-weight: 500; color: var(--muted); }
td { min-width: 7.5rem; }
pre { margin: 0; white-space: pre-wrap; font: 13px/1.5 ui-monospace, monospace; }
.comparison, .prompt { padding: .8rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin-bottom: 1rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .5rem; }
summary { cursor: pointer; padding: .6rem .9rem; }
summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--c0); outline-offset: 2px; }
.case > :not(summary) { margin: 0 .9rem .9rem; }
.attempt > :not(summary) { margin: 0 .9rem .6rem; }
.id { font-weight: 600; margin-right: .5rem; }
.tag, .flip { display: inline-block; padding: 0 .5rem; margin-right: .4rem; border-radius: 1rem; background: var(--soft); color: var(--muted); font-size: .82rem; }
.flip { border: 1px solid currentColor; background: none; font-weight: 600; }
.better { color: var(--better); }
.worse, .failure b { color: var(--worse); }
.scores { display: block; color: var(--muted); font-size: .88rem; font-variant-numeric: tabular-nums; }
.score { margin-right: 1rem; }
.failure { padding: .5rem 0; }
.explanation { color: var(--muted); }
.turns { list-style: none; padding: 0; }
.turns li { border-left: 3px solid var(--line); padding: .3rem .8rem; margin: .5rem 0; }
.turns .assistant { border-color: var(--c0); }
.turns .tool_call { border-color: var(--c1); }
.turns .tool_result { border-color: var(--c2); }
.role { color: var(--muted); font-size: .82rem; }
@media (max-width: 40rem) {
  .plot text { font-size: 15px; }
  .plot .tick { font-size: 13px; }
  figure { padding: .6rem; }
  h1 { font-size: 1.3rem; }
}
`
