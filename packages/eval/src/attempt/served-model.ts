/** Whether the model that answered is the one that was asked for. */

/**
 * Providers answer with longer names than they are asked with: `claude-opus-5-20260101` for `claude-opus-5`, and a gateway
 * puts the maker in front. `servedAs` are other beginnings that are the same model.
 */
export function isSameModel(asked: string, served: string, servedAs: readonly string[] = []): boolean {
  const name = bare(served)
  return [asked, ...servedAs].some((each) => begins(name, bare(each)) || begins(bare(each), name))
}

function bare(id: string): string {
  return id
    .toLowerCase()
    .slice(id.lastIndexOf('/') + 1)
    .replace(/[-:@]latest$/, '')
}

/** Followed by a version or nothing: `gpt-5` is no beginning of `gpt-55`, nor of `gpt-5-mini`. */
function begins(name: string, start: string): boolean {
  return name === start || (name.startsWith(start) && /^[-:@.]v?\d[\d.:-]*$/.test(name.slice(start.length)))
}
