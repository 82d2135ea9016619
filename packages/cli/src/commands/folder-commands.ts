/** The commands on what runs left: compare, report, merge, check. They ask no model and load no eval file. */
import { Command } from 'commander'
import { DEFAULT_FOLDER } from '../find-eval-files.js'
import type { ActionContext } from '../program.js'
import { place, places, variantName } from './option-values.js'

interface FolderFlags {
  readonly dir: string
}

/** `ai:eval:compare`. */
export function compareCommand({ surroundings }: ActionContext): Command {
  return new Command('ai:eval:compare')
    .description('say whether the difference between two variants of a flow is real')
    .argument('<flow>', 'the flow')
    .argument('<before>', 'the variant to compare with, such as baseline', variantName)
    .argument('<after>', 'the variant, such as v1', variantName)
    .option('--json', 'write JSON, and nothing else, to standard output')
    .option('--dir <folder>', 'where flows are kept', place, DEFAULT_FOLDER)
    .action(async (flow: string, before: string, ...rest: [string, FolderFlags & { readonly json?: true }]) => {
      const [after, { dir, json }] = rest
      const { compareVariants, describeComparison } = await import('@understudy/eval')
      const comparison = await compareVariants({ dir, flow, baseline: before, variant: after })
      surroundings.stdout.write(`${json ? JSON.stringify(comparison) : describeComparison(comparison)}\n`)
    })
}

/** `ai:eval:report`. */
export function reportCommand({ surroundings }: ActionContext): Command {
  return new Command('ai:eval:report')
    .description('write one self-contained HTML file about a flow')
    .argument('<flow>', 'the flow')
    .option('--out <file>', 'where to write it (default: FLOW.html beside the flow’s folder)', place)
    .option('--dir <folder>', 'where flows are kept', place, DEFAULT_FOLDER)
    .action(async (flow: string, { dir, out }: FolderFlags & { readonly out?: string }) => {
      const [{ readReport, renderReport }, { writeTo }, { join }] = await Promise.all([
        import('@understudy/eval'),
        import('../written-file.js'),
        import('node:path'),
      ])
      const page = await renderReport(await readReport({ dir, flow }))
      const path = out ?? join(dir, `${flow}.html`)
      await writeTo(path, page)
      surroundings.stdout.write(`${path}\n`)
    })
}

/** `ai:eval:merge`. */
export function mergeCommand({ surroundings }: ActionContext): Command {
  return new Command('ai:eval:merge')
    .description('join what several machines left of one flow, each its shard')
    .argument('<flow>', 'the flow')
    .argument('<folders...>', 'folders where flows are kept', places)
    .option('--into <folder>', 'where the whole goes; may be one of them', place, DEFAULT_FOLDER)
    .action(async (flow: string, from: string[], { into }: { readonly into: string }) => {
      const { mergeFlows, printable } = await import('@understudy/eval')
      for (const { variant, cases, ok, truncated, failed } of await mergeFlows({ flow, from, into })) {
        const counts = `${cases} ${cases === 1 ? 'case' : 'cases'}, ${ok} ok, ${truncated} truncated, ${failed} failed`
        surroundings.stdout.write(printable(`${flow}/${variant}: ${counts}\n`))
      }
    })
}

/** `ai:eval:check`. */
export function checkCommand({ surroundings, exitWith }: ActionContext): Command {
  return new Command('ai:eval:check')
    .description('read a flow’s folder as a report builder outside of this project would, and name every departure')
    .argument('<flow>', 'the flow')
    .option('--dir <folder>', 'where flows are kept', place, DEFAULT_FOLDER)
    .addHelpText('after', '\nExits with 1 where there is one.')
    .action(async (flow: string, { dir }: FolderFlags) => {
      const { checkLayout, flowFolder, printable } = await import('@understudy/eval')
      const folder = flowFolder(dir, flow)
      if (!(await isFolder(folder))) {
        surroundings.stderr.write(printable(`error: ${folder} is no folder of a flow. Name one that is in ${dir}.\n`))
        exitWith(2)
        return
      }
      const problems = await checkLayout(folder)
      for (const problem of problems) surroundings.stdout.write(printable(`${problem}\n`))
      if (problems.length === 0) surroundings.stdout.write(printable(`${folder} keeps the layout.\n`))
      else exitWith(1)
    })
}

async function isFolder(path: string): Promise<boolean> {
  const { stat } = await import('node:fs/promises')
  return await stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  )
}
