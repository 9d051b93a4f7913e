import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { tryLock } from './lock.ts'

/** Readable by their owner alone: they hold credentials. */
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** How often to try a lock, in ms. */
const TRY_LOCK_EVERY_MS = 50

/**
 * Files that the command line keeps, in the folder that the operating system has for settings. All methods throw a
 * Failure if the folder cannot be used.
 */
export interface ConfigFolder {
  /** undefined: there is none, or it is not JSON. */
  read(name: string): Promise<unknown>
  write(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
  /** Does work under a lock, which one command at a time can hold. */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Checks that files can be written, before there is something to write. */
  prepare(): Promise<void>
}

/** The folder of this person on this machine; USHER_CONFIG_HOME overrides it. */
export function configFolder({ env, stopped }: Pick<Terminal, 'env' | 'stopped'>): ConfigFolder {
  const pathOf = async (file: string) => join(await folderOf(env), file)
  const makeFolder = async () => await mkdir(await folderOf(env), { recursive: true, mode: PRIVATE_FOLDER })
  const write = async (name: string, text: string) => {
    await makeFolder()
    const path = await pathOf(`${name}.json`)
    const partial = `${path}.${randomBytes(6).toString('hex')}`
    // wx: never write to what is there already, such as a link that somebody else put there.
    await writeFile(partial, text, { mode: PRIVATE_FILE, flag: 'wx' })
    await chmod(partial, PRIVATE_FILE)
    return { path, partial }
  }
  return {
    read: (name) =>
      explainErrors(async () =>
        parsed(await readFile(await pathOf(`${name}.json`), 'utf8').catch(ifMissing)),
      ),
    write: (name, value) =>
      explainErrors(async () => {
        const { path, partial } = await write(name, `${JSON.stringify(value, null, 2)}\n`)
        // Rename, so that a command that reads it now never sees half a file.
        await rename(partial, path)
      }),
    remove: (name) => explainErrors(async () => await rm(await pathOf(`${name}.json`), { force: true })),
    prepare: () => explainErrors(async () => await rm((await write('probe', '')).partial)),
    async withLock(name, work) {
      const lock = await explainErrors(() => pathOf(`${name}.lock`))
      await explainErrors(async () => {
        await makeFolder()
        while (!(await tryLock(lock))) await setTimeout(TRY_LOCK_EVERY_MS, undefined, { signal: stopped })
      })
      try {
        return await work()
      } finally {
        await rm(lock, { recursive: true, force: true })
      }
    },
  }
}

/** Loads env-paths only when needed: it throws as soon as it is loaded where there is no home folder. */
async function folderOf({ USHER_CONFIG_HOME }: Terminal['env']): Promise<string> {
  if (USHER_CONFIG_HOME) return USHER_CONFIG_HOME
  const { default: envPaths } = await import('env-paths')
  return envPaths('usher', { suffix: '' }).config
}

/** @throws Failure instead of an error of the file system */
async function explainErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException
    if (code === undefined || (syscall === undefined && code !== 'ERR_SYSTEM_ERROR')) throw error
    throw new Failure(`Cannot read or write the settings of usher: ${message}.`, {
      advice: 'Set USHER_CONFIG_HOME to a folder of your own, or give --url and --api-key.',
    })
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
