import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from './processes.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Where the builds of a room are kept, each in a folder named by the hash of its sources. */
export const buildsOf = (room: string): string => join(repository, 'node_modules/.cache', room)

interface Sources {
  readonly folders: readonly string[]
  readonly files?: readonly string[]
}

/**
 * A hash that changes with every source, and with every package.
 *
 * @param isSource whether a file of the folders counts, by its path in the repository
 */
export async function sumOfSources(
  { folders, files: single = [] }: Sources,
  isSource: (path: string) => boolean = () => true,
): Promise<string> {
  const read = (folder: string) => readdir(join(repository, folder), { recursive: true, withFileTypes: true })
  const entries = (await Promise.all(folders.map(read))).flat()
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(repository.length))
    .filter((path) => !/\/(node_modules|dist|\.astro)\//.test(path) && isSource(path))
    .sort()
  const sum = createHash('sha256')
  for (const path of ['/package-lock.json', ...single, ...files]) {
    sum
      .update(path)
      .update('\0')
      .update(await readFile(join(repository, path)))
      .update('\0')
  }
  return sum.digest('hex').slice(0, 16)
}

/** Today's builds stay: another process may be serving one. */
export async function removeOldBuilds(builds: string): Promise<void> {
  for (const name of await readdir(builds)) {
    const path = join(builds, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true })
  }
}
