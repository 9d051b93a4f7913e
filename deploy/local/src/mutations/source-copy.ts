import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCommand } from '../run-command.ts'
import { type Fault, mutate } from './fault.ts'

/** A copy of a checkout that may be changed freely. */
export interface SourceCopy extends AsyncDisposable {
  readonly path: string
  /** Applies a fault to the copy; disposing of the result restores the file. */
  plant(fault: Fault): Promise<AsyncDisposable>
}

/**
 * Copies a checkout in its current state, uncommitted files included.
 *
 * The copy is in the system's temporary folder: Node refuses to run TypeScript below node_modules.
 */
export async function copySource(repository: string): Promise<SourceCopy> {
  const path = await mkdtemp(join(tmpdir(), 'usher-mutations-'))
  const remove = () => rm(path, { recursive: true, force: true })
  try {
    await copyFiles(repository, path)
    await linkModules(repository, path)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    path,
    async plant(fault) {
      const file = join(path, fault.file)
      const source = await readFile(file, 'utf8')
      await writeFile(file, mutate(fault, source))
      return { [Symbol.asyncDispose]: () => writeFile(file, source) }
    },
    [Symbol.asyncDispose]: remove,
  }
}

async function copyFiles(from: string, to: string): Promise<void> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { code, output, stdout } = await runCommand('git', args, { cwd: from })
  if (code !== 0) throw new Error(`git ls-files failed:\n${output}`)
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await cp(join(from, file), join(to, file), { verbatimSymlinks: true }).catch(ignoreMissing)
  }
}

/** git still lists files that were deleted but not committed. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Links packages to the checkout's, and workspaces to the copy's. */
async function linkModules(repository: string, copy: string): Promise<void> {
  const [from, to] = [join(repository, 'node_modules'), join(copy, 'node_modules')]
  await mkdir(join(to, '@usher'), { recursive: true })
  for (const name of await readdir(from)) {
    // Names starting with a dot are caches and npm's own records.
    const isShared = name === '.bin' || (name !== '@usher' && !name.startsWith('.'))
    if (isShared) await symlink(join(from, name), join(to, name))
  }
  for (const name of await readdir(join(from, '@usher'))) {
    // The links are relative, so the same link leads into the copy.
    const link = await readlink(join(from, '@usher', name))
    await symlink(link, join(to, '@usher', name))
    const ofWorkspace = join('node_modules/@usher', link, 'node_modules')
    if (existsSync(join(repository, ofWorkspace)))
      await symlink(join(repository, ofWorkspace), join(copy, ofWorkspace))
  }
}
