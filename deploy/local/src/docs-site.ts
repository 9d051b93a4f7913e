import { join } from 'node:path'
import { buildsOf, removeOldBuilds, sumOfSources } from './cached-builds.ts'
import { makeFolderOnce } from './files.ts'
import { nodeArguments, repository } from './processes.ts'
import { type Log, SetupError } from './provided.ts'
import { lastLines, runCommand } from './run-command.ts'

const builds = buildsOf('docs-site')
/** The site, and what its reference and its changelog are made from. */
const sources = {
  folders: ['web/docs', 'contracts/src', 'clients/node/tools'],
  files: ['/CHANGELOG.md', '/contracts/examples.json'],
}

/** The folder that holds the documentation built from the current source, or will. */
export const docsFolder = async (): Promise<string> => join(builds, await sumOfSources(sources))

/**
 * Builds the documentation unless the current source is built already. Returns the folder of the build.
 *
 * @throws SetupError with the end of the build's output
 */
export async function buildDocs(options: { log: Log; signal?: AbortSignal | undefined }): Promise<string> {
  return await makeFolderOnce(await docsFolder(), async (unfinished) => {
    options.log('Building the documentation')
    const args = nodeArguments('web/docs/tools/build.ts')
    const env = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' }
    const { code, output } = await runCommand(process.execPath, [...args, unfinished], {
      cwd: repository,
      env,
      signal: options.signal,
    })
    if (code !== 0) throw new SetupError(`The documentation could not be built:\n${lastLines(output, 20)}`)
    await removeOldBuilds(builds)
  })
}

/** Builds the documentation beside a running Usher, which works without it: a failure is only logged. */
export async function buildDocsBeside(options: { log: Log; signal: AbortSignal }): Promise<void> {
  try {
    await buildDocs(options)
  } catch (error) {
    if (!options.signal.aborted) options.log((error as Error).message)
  }
}
