import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { isTaken } from './lock.ts'

/** Only the person whose it is may read it: it holds credentials. */
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** How often a lock is tried, in ms. */
const LOOK_AGAIN_MS = 50

/**
 * Files that the command line keeps, in the folder that the operating system has for settings. All methods throw a
 * Failure if the folder cannot be used.
 */
export interface ConfigFolder {
  /** undefined: there is none, or it is not JSON. */
  read(name: string): Promise<unknown>
  write(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
  /** Does work that no other command does at the same time. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Makes sure that files can be kept, before there is something to keep. */
  prepare(): Promise<void>
}

/** The folder of this person on this machine; USHER_CONFIG_HOME overrides it. */
export function configFolder({ env, stopped }: Pick<Terminal, 'env' | 'stopped'>): ConfigFolder {
  const pathOf = async (file: string) => join(await folderOf(env), file)
  const write = async (name: string, text: string) => {
    await mkdir(await folderOf(env), { recursive: true, mode: PRIVATE_FOLDER })
    const path = await pathOf(`${name}.json`)
    const partial = `${path}.${randomBytes(6).toString('hex')}`
    // Made anew: what is there already, such as a link of somebody else, is not written to.
    await writeFile(partial, text, { mode: PRIVATE_FILE, flag: 'wx' })
    await chmod(partial, PRIVATE_FILE)
    return { path, partial }
  }
  return {
    read: (name) =>
      usable(async () => parsed(await readFile(await pathOf(`${name}.json`), 'utf8').catch(ifMissing))),
    write: (name, value) =>
      usable(async () => {
        const { path, partial } = await write(name, `${JSON.stringify(value, null, 2)}\n`)
        // Whole or not at all: another command may read it now.
        await rename(partial, path)
      }),
    remove: (name) => usable(async () => await rm(await pathOf(`${name}.json`), { force: true })),
    prepare: () => usable(async () => await rm((await write('probe', '')).partial)),
    async alone(name, work) {
      const lock = await usable(() => pathOf(`${name}.lock`))
      await usable(async () => {
        await mkdir(await folderOf(env), { recursive: true, mode: PRIVATE_FOLDER })
        while (!(await isTaken(lock))) await setTimeout(LOOK_AGAIN_MS, undefined, { signal: stopped })
      })
      try {
        return await work()
      } finally {
        await rm(lock, { recursive: true, force: true })
      }
    },
  }
}

/** Where there is no home folder, the package throws as soon as it is loaded. */
async function folderOf({ USHER_CONFIG_HOME }: Terminal['env']): Promise<string> {
  if (USHER_CONFIG_HOME) return USHER_CONFIG_HOME
  const { default: envPaths } = await import('env-paths')
  return envPaths('usher', { suffix: '' }).config
}

/** @throws Failure in place of an error of the file system */
async function usable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException
    if (code === undefined || (syscall === undefined && code !== 'ERR_SYSTEM_ERROR')) throw error
    throw new Failure(`The settings of usher cannot be read or written: ${message}.`, {
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
