// Every error of the packages that quote (`script`, `agents`, `testing`, `eval`), made of a text that stands wherever one of
// somebody else's may. What only hands on a message that was told elsewhere is in `told`.

import * as agents from '@understudy/agents'
import * as evals from '@understudy/eval'
import * as script from '@understudy/script'
import * as testing from '@understudy/testing'

/** Makes an error of a text. */
type Made = Readonly<Record<string, (text: string) => Error>>

const kind = 'embeddingModel'
const file = (text: string): string => `fixtures/${text}.json`
const problem = (text: string) => ({ path: text, found: text, nearest: text, fix: text })

const ofScripts: Made = {
  AnswersExhaustedError: (text) =>
    new script.AnswersExhaustedError({
      label: text,
      kind,
      answers: Array<string>(30).fill(text),
      askedFor: 31,
      asked: text,
      path: text,
      scriptedAt: text,
    }),
  EndlessLoopError: (text) =>
    new script.EndlessLoopError({ label: text, calls: 500, offeredTools: Array<string>(30).fill(text) }),
  ImpossibleAnswerError: (text) =>
    new script.ImpossibleAnswerError({ label: text, kind, path: text, detail: text, nearest: text, fix: text }),
  ImpossibleOutputError: (text) =>
    new script.ImpossibleOutputError({ label: text, step: 1, reason: 'schema', path: text, detail: text }),
  ImpossibleToolCallError: (text) =>
    new script.ImpossibleToolCallError({
      label: text,
      step: 1,
      toolName: text,
      reason: 'not-offered',
      detail: text,
      offeredTools: Array<string>(30).fill(text),
      nearest: text,
      path: text,
    }),
  ImprovisationError: (text) => new script.ImprovisationError({ tool: text, path: text, detail: text, tries: 9 }),
  InvalidStepError: (text) => new script.InvalidStepError([problem(text), problem(text)], { label: text }),
  RealModelError: (text) =>
    new script.RealModelError({
      kind: 'language',
      provider: text,
      modelId: text,
      way: 'fetch',
      endpoint: `POST ${text}`,
    }),
  ScriptExhaustedError: (text) =>
    new script.ScriptExhaustedError({
      label: text,
      scope: 'script',
      steps: Array<string>(30).fill(text),
      askedFor: 31,
      lastMessage: text,
      offeredTools: [text],
      scriptedAt: text,
    }),
  ScriptFaultError: (text) => new script.ScriptFaultError({ label: text, faults: [new Error(text)] }),
  ScriptUnfinishedError: (text) =>
    new script.ScriptUnfinishedError({ label: text, taken: 0, left: Array<string>(30).fill(text) }),
}

const ofFixtures: Made = {
  FixtureFormatError: (text) =>
    new script.FixtureFormatError(file(text), [
      { ...problem(text), turn: 1, kind: text },
      { ...problem(text), turn: 2, kind: text },
    ]),
  FixtureNotFoundError: (text) =>
    new script.FixtureNotFoundError(
      { file: file(text), replayedBy: 'prompt' },
      { cause: Object.assign(new Error(text), { code: text }) },
    ),
  FixtureReadError: (text) =>
    new script.FixtureReadError(file(text), { cause: Object.assign(new Error(text), { code: text }) }),
  FixtureRedactedError: (text) =>
    new script.FixtureRedactedError({ file: file(text), turn: 1, toolName: text, path: text, detail: text }),
  RecordingSettingError: (text) => new script.RecordingSettingError(text),
  FixturePathError: (text) => new script.FixturePathError(text, 'no-json'),
  FixtureUnfinishedError: (text) =>
    new script.FixtureUnfinishedError({ file: file(text), used: 0, unused: Array<string>(30).fill(text) }),
  FixtureWriteError: (text) => new script.FixtureWriteError({ file: file(text), reason: 'changed' }),
  RecordingEndedError: (text) => new script.RecordingEndedError(file(text)),
  RecordingUnfinishedError: (text) => new script.RecordingUnfinishedError({ file: file(text), unread: [1] }),
  UnrecordedQuestionError: (text) =>
    new script.UnrecordedQuestionError({
      file: file(text),
      asked: 1,
      turns: 2,
      usedTurns: [],
      nearest: { turn: 1, difference: { path: text, recorded: text, asked: { [text]: [text] } } },
    }),
}

const ofFakes: Made = {
  AmbiguousFakeError: (text) => new script.AmbiguousFakeError(text),
  CallRunningError: (text) => new script.CallRunningError({ kind, model: text, asked: text }),
  FakeEndedError: (text) => new script.FakeEndedError(text),
  MischiefError: (text) =>
    new testing.MischiefError({
      agent: text,
      check: 'nothing leaked',
      detail: text,
      mode: 'prompt',
      seed: 1,
      ways: [text],
      script: '',
      run: '',
    }),
  PromptRunningError: (text) => new script.PromptRunningError({ agent: text, input: text, waitsFor: text }),
  RefusedOutputError: (text) => new script.RefusedOutputError({ model: text }, new Error(text)),
  UnendedFakeError: (text) => new script.UnendedFakeError({ madeAt: text, cause: undefined }),
  UnfinishedAnswerError: (text) =>
    new script.UnfinishedAnswerError({ kind, model: text, asked: text, scripted: text, remaining: 1, reason: text }),
  UnfinishedReplyError: (text) =>
    new script.UnfinishedReplyError({
      agent: text,
      input: text,
      taken: 1,
      total: 9,
      unreached: Array<string>(8).fill(text),
      reason: text,
      fix: text,
    }),
  UnreadStreamError: (text) => new script.UnreadStreamError({ model: text }, text),
  UnscriptedModelError: (text) =>
    new script.UnscriptedModelError({ kind, provider: text, call: text, scripted: 0, asked: text, respond: 'respond' }),
  UnscriptedPromptError: (text) =>
    new script.UnscriptedPromptError({
      model: text,
      scriptedModels: [`${text}1`, 'other'],
      scripted: 0,
      conditional: 0,
      prompt: 1,
      input: text,
    }),
  UnusedReplyError: (text) => new script.UnusedReplyError({ agent: text }, 2),
}

const ofAgents: Made = {
  AgentSetupError: (text) => new agents.AgentSetupError({ agent: text, problems: [text, text] }),
  AiBindingError: (text) => new agents.AiBindingError(JSON.stringify(text), 'options'),
  CallOptionsError: (text) => new agents.CallOptionsError({ call: 'prompt', problems: [text] }),
  ConversationError: (text) =>
    new agents.ConversationError({ reason: 'agent', conversationId: text, agent: text, owner: text }),
  ProviderError: (text) =>
    new agents.ProviderError({ provider: text, kind: 'model', known: [`${text}1`], able: [`${text}1`] }),
}

const ofEvals: Made = {
  AttemptFailedError: (text) => new evals.AttemptFailedError({ failureClass: 'tool', cause: new Error(text) }),
  CompareError: (text) => new evals.CompareError(text, text),
  EvalBindingError: (text) => new evals.EvalBindingError(text, [text, text]),
  EvalCaseError: (text) => new evals.EvalCaseError([{ where: text, problem: text }]),
  EvalDefinitionError: (text) => new evals.EvalDefinitionError(text, [text, text]),
  EvalFileError: (text) => new evals.EvalFileError(text, text),
  EvalFolderError: (text) => new evals.EvalFolderError(text, text),
  GradeError: (text) => new evals.GradeError({ metric: text, given: text, scale: 1 }),
  JudgeProviderError: (text) => new evals.JudgeProviderError(text, text),
  MergeError: (text) => new evals.MergeError([text, text]),
  ReportError: (text) => new evals.ReportError(text, text),
  RunOptionsError: (text) => new evals.RunOptionsError([text, text]),
  StaleResultsError: (text) =>
    new evals.StaleResultsError(text, text, [{ prompt_id: text, rep: 0, changed: ['case'] } as never]),
  SubstitutedModelError: (text) => new evals.SubstitutedModelError(text, text),
}

/** How each is made. */
export const hostileErrors: Made = { ...ofScripts, ...ofFixtures, ...ofFakes, ...ofAgents, ...ofEvals }

/** Errors with no text of somebody else's, and those whose message is told by others: their own tests hold that. */
export const told: readonly string[] = [
  'AssertionFailedError',
  'AttemptTimeoutError',
  'FakeAiError',
  'FakeModelsError',
  'ReplayError',
  'TestSetupError',
  'UnusedAnswerError',
]

/** The classes that the packages export. */
export const exportedErrors: readonly string[] = [script, agents, testing, evals].flatMap((entry) =>
  Object.entries(entry)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
    .map(([name]) => name),
)
