import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderOnce } from './files.ts'
import { repository } from './processes.ts'
import { type Log, SetupError } from './provided.ts'
import { lastLines, runCommand } from './run-command.ts'

const builds = join(repository, 'node_modules/.cache/dashboard')
const dashboard = join(repository, 'dashboard')
/** The dashboard, and the client of the API that it is built with. */
const sources = [dashboard, join(repository, 'sdk/src')]
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Builds the dashboard unless the current source is built already. Returns the folder of the build.
 *
 * @throws SetupError with the end of the build's output
 */
export async function buildDashboard(options: {
  log: Log
  signal?: AbortSignal | undefined
}): Promise<string> {
  const folder = join(builds, await sumOfSources())
  return await makeFolderOnce(folder, async (unfinished) => {
    options.log('Building the dashboard')
    await build(unfinished, options.signal)
    await removeOldBuilds()
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

/** A hash that changes with every file of the dashboard, of the client and every package. */
async function sumOfSources(): Promise<string> {
  const read = (folder: string) => readdir(folder, { recursive: true, withFileTypes: true })
  const entries = (await Promise.all(sources.map(read))).flat()
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(node_modules|dist)\//.test(path.slice(repository.length)) && !path.endsWith('.md'))
    .sort()
  const sum = createHash('sha256')
  for (const path of [join(repository, 'package-lock.json'), ...files]) {
    sum
      .update(path.slice(repository.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0')
  }
  return sum.digest('hex').slice(0, 16)
}

/** Today's builds stay: another process may be serving one. */
async function removeOldBuilds(): Promise<void> {
  for (const name of await readdir(builds)) {
    const path = join(builds, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true })
  }
}
