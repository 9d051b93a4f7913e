import { join } from 'node:path'
import { buildsOf, removeOldBuilds, sumOfSources } from './cached-builds.ts'
import { makeFolderOnce } from './files.ts'
import { repository } from './processes.ts'
import { type Log, SetupError } from './provided.ts'
import { lastLines, runCommand } from './run-command.ts'

const builds = buildsOf('dashboard')
const dashboard = join(repository, 'web/dashboard')
/** The dashboard, and the client of the API, the zone data and the guide that it is built with. */
const sources = {
  folders: ['web/dashboard', 'clients/node/src'],
  files: [
    '/contracts/src/zones.ts',
    '/contracts/src/luxon-zone.ts',
    '/web/docs/src/content/docs/guides/webhooks.md',
  ],
}

/**
 * Builds the dashboard unless the current source is built already. Returns the folder of the build.
 *
 * @throws SetupError with the end of the build's output
 */
export async function buildDashboard(options: {
  log: Log
  signal?: AbortSignal | undefined
}): Promise<string> {
  const folder = join(builds, await sumOfSources(sources, (path) => !path.endsWith('.md')))
  return await makeFolderOnce(folder, async (unfinished) => {
    options.log('Building the dashboard')
    await build(unfinished, options.signal)
    await removeOldBuilds(builds)
  })
}

async function build(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(repository, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  // Build for production, whatever this process's NODE_ENV.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runCommand(process.execPath, args, { cwd: dashboard, env, signal })
  if (code !== 0) throw new SetupError(`The dashboard could not be built:\n${lastLines(output, 20)}`)
}
