import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import envPaths from 'env-paths'
import type { Terminal } from '../terminal/terminal.ts'

/** Readable by their owner alone: they hold credentials. */
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** How often to try a lock, in ms. */
const TRY_LOCK_EVERY_MS = 50
/** Age in ms at which a lock was left by a command that died. */
const STALE_LOCK_MS = 30_000

/** Files that the command line keeps, in the folder that the operating system has for settings. */
export interface ConfigFolder {
  /** undefined: there is none, or it is not JSON. */
  read(name: string): Promise<unknown>
  write(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
  /** Does work under a lock, which one command at a time can hold. */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

/** The folder of this person on this machine; USHER_CONFIG_HOME overrides it. */
export function configFolder({ env }: Pick<Terminal, 'env'>): ConfigFolder {
  const folder = env.USHER_CONFIG_HOME ?? envPaths('usher', { suffix: '' }).config
  const pathOf = (name: string) => join(folder, `${name}.json`)
  return {
    async read(name) {
      const text = await readFile(pathOf(name), 'utf8').catch(ifMissing)
      if (text === undefined) return undefined
      try {
        return JSON.parse(text)
      } catch {
        return undefined
      }
    },
    async write(name, value) {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      const partial = `${pathOf(name)}.${process.pid}`
      await writeFile(partial, `${JSON.stringify(value, null, 2)}\n`, { mode: PRIVATE_FILE })
      await chmod(partial, PRIVATE_FILE)
      // Rename, so that a command that reads it now never sees half a file.
      await rename(partial, pathOf(name))
    },
    async withLock(name, work) {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      const lock = join(folder, `${name}.lock`)
      while (!(await tryLock(lock))) await setTimeout(TRY_LOCK_EVERY_MS)
      try {
        return await work()
      } finally {
        await rm(lock, { recursive: true, force: true })
      }
    },
    remove: async (name) => await rm(pathOf(name), { force: true }),
  }
}

/** Takes a lock if it is free; removes a stale one. */
async function tryLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > STALE_LOCK_MS) await rm(lock, { recursive: true, force: true })
    return false
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
