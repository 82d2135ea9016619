/**
 * The error for a schema that no value could be made for. Knows how that is told; what was tried is improvise's business.
 */
import { oneLine, quotedName } from '../quoted.js'

/** What is known about a value that could not be improvised. */
export interface ImprovisationDetails {
  /** The tool whose input it was to be; undefined for the answer of the model. */
  readonly tool: string | undefined
  /** Where in the value the last try did not fit: `input.sku`. */
  readonly path: string
  /** Why the last try did not fit. */
  readonly detail: string
  /** How many values were tried. */
  readonly tries: number
}

/** No value that was made from a schema fits it: a pattern or a combination that needs a human's example. */
export class ImprovisationError extends Error {
  readonly code = 'IMPROVISATION'
  readonly tool: string | undefined
  readonly path: string
  readonly detail: string
  readonly tries: number

  constructor({ tool, path, detail, tries }: ImprovisationDetails) {
    const what = tool === undefined ? 'the answer in the shape asked for' : `input for the tool ${quotedName(tool)}`
    const fix = tool === undefined ? 'output: { … }' : `inputs: { ${quotedName(tool)}: { … } }`
    super(
      `improvise() found no ${what}: of ${tries} tries none fits its schema; in the last one ${oneLine(path)} ${oneLine(detail)}. ` +
        `Give one that fits: \`improvise({ ${fix} })\`.`,
    )
    this.name = 'ImprovisationError'
    this.tool = tool
    this.path = path
    this.detail = detail
    this.tries = tries
  }
}
