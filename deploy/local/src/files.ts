import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SetupError } from './provided.ts'

/** Where downloads are kept: `$XDG_CACHE_HOME/usher`, else `~/.cache/usher`. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'usher')
}

/** Lowercase hex SHA-256 of a file's content. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Checks a file against its pinned hash.
 *
 * @throws SetupError naming the file and both hashes.
 */
export async function verifySha256(path: string, expected: string): Promise<void> {
  const actual = await sha256OfFile(path)
  if (actual === expected) return
  throw new SetupError(
    `${basename(path)} is not the file that was expected, so it was not used.\n` +
      `  expected SHA-256 ${expected}\n  got      SHA-256 ${actual}`,
  )
}

/**
 * Creates a folder that either has all of its content or does not exist, and returns its path.
 *
 * It is filled under another name and renamed at the end, so that two runs at the same time never see each other's
 * half-filled folder: the first to finish wins, the other uses the winner's.
 */
export function makeFolderOnce(folder: string, fill: (unfinished: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return Promise.resolve(folder)
  const running = beingMade.get(folder)
  if (running !== undefined) return running
  const making = makeFolder(folder, fill).finally(() => beingMade.delete(folder))
  beingMade.set(folder, making)
  return making
}

const beingMade = new Map<string, Promise<string>>()

async function makeFolder(folder: string, fill: (unfinished: string) => Promise<void>): Promise<string> {
  await mkdir(dirname(folder), { recursive: true })
  const unfinished = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  try {
    await fill(unfinished)
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** Reads a JSON file; undefined when it is missing or not valid JSON. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Writes a JSON file that only its owner can read. The write is atomic: readers see the old content or the new, also
 * after a power cut.
 */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}.tmp`
  await writeFile(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, path)
}
