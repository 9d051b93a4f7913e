import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository, runCommand, SetupError } from '../local.ts'

/**
 * A commit as it is named in reports.
 *
 * @throws SetupError when git does not know the commit
 */
export async function describeCommit(name: string): Promise<string> {
  const { code, stdout, output } = await git('log', '-1', '--format=%h (%s)', `${name}^{commit}`, '--')
  if (code !== 0) throw new SetupError(`git does not know the commit ${name}:\n${output}`)
  return stdout
}

export const hasChanges = async (): Promise<boolean> => (await git('status', '--porcelain')).stdout !== ''

/**
 * Checks out a commit into a new folder, which is removed with the cleanup stack.
 *
 * @throws SetupError when a command fails
 */
export async function checkOut(
  commit: string,
  cleanup: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<string> {
  // Not below node_modules: Node does not run TypeScript there.
  const parent = join(repository, '.usher')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'compare-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const archive = join(folder, 'archive.tar')
  await must('git', ['archive', '--format=tar', '-o', archive, commit], repository, signal)
  await must('tar', ['-xf', archive], folder, signal)
  await rm(archive)
  await linkPackages(folder, signal)
  return folder
}

/**
 * Links the packages when they are the same: hard links, as the relative links between workspaces then lead to those of
 * the commit. Otherwise `npm start` of the commit installs its own.
 */
async function linkPackages(folder: string, signal: AbortSignal): Promise<void> {
  const [lock, presentLock] = await Promise.all([readLock(folder), readLock(repository)])
  if (!lock.equals(presentLock)) return
  for (const packages of packageFolders(lock)) {
    const source = join(repository, packages)
    const target = join(folder, packages)
    await mkdir(target, { recursive: true })
    const entries = (await readdir(source)).filter((name) => !/^\.(cache|vite)/.test(name))
    await must('cp', ['-al', ...entries, target], source, signal)
  }
  // Tells the commit's run.mjs that its packages match its lock file.
  const stamp = join(folder, 'node_modules/.usher-install')
  await rm(stamp, { force: true })
  await writeFile(stamp, `${createHash('sha256').update(lock).digest('hex')}\n`)
}

const readLock = (folder: string) => readFile(join(folder, 'package-lock.json'))

/** The `node_modules` of the root and of each workspace that has one. */
function packageFolders(lock: Buffer): Set<string> {
  const { packages } = JSON.parse(lock.toString()) as { packages: Readonly<Record<string, object>> }
  return new Set(Object.keys(packages).flatMap((path) => /^.*?node_modules(?=\/)/.exec(path)?.[0] ?? []))
}

async function must(command: string, args: readonly string[], cwd: string, signal: AbortSignal) {
  const { code, output } = await runCommand(command, args, { cwd, signal })
  signal.throwIfAborted()
  if (code !== 0) throw new SetupError(`${command} ${args[0]} ended with ${code}:\n${output}`)
}

const git = (...args: string[]) => runCommand('git', args, { cwd: repository })
