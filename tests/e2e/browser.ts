import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '@usher/local'
import { type Browser, chromium } from 'playwright-core'

/** Names under which distributions install Chromium. */
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome']

const caches = join(repository, 'node_modules/.cache')

/** `pinned` is the copy from an npm package, `system` the Chromium on the PATH. */
export type BrowserName = 'pinned' | 'system'

interface Program {
  readonly executablePath: string
  readonly args: string[]
  readonly env: Record<string, string>
}

/** The browsers of this machine, for tests of what a newer Chromium does differently. */
export const browsers = (): readonly BrowserName[] =>
  installed() === undefined ? ['pinned'] : ['pinned', 'system']

/** Opens a real browser. */
export async function openBrowser(name: BrowserName = 'pinned'): Promise<Browser & AsyncDisposable> {
  const { executablePath, args, env } = name === 'pinned' ? await packaged() : system()
  const browser = await chromium.launch({ executablePath, args, env: { ...environment(), ...env, ...FONTS } })
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() })
}

const FONTS = {
  FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf'),
  // fonts.conf puts fontconfig's cache here; a relative path would count from the working directory.
  XDG_CACHE_HOME: caches,
}

function system(): Program {
  const executablePath = installed()
  if (executablePath === undefined) throw new Error(`None of ${PROGRAMS.join(', ')} is on the PATH`)
  return { executablePath, args: ['--no-sandbox'], env: {} }
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders
    .flatMap((folder) => PROGRAMS.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

/** Unpacks the packaged copy and its libraries into the cache, once. */
async function packaged(): Promise<Program> {
  const folder = join(caches, 'chromium')
  if (!existsSync(join(folder, 'chromium'))) await unpackTo(folder)
  return {
    executablePath: join(folder, 'chromium'),
    // Not the package's own arguments: they disable the isolation of sites and windows that tests rely on.
    args: ['--no-sandbox', '--disable-gpu'],
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  }
}

/** The package always unpacks into the temporary folder, so it runs in a process whose temporary folder is this one. */
async function unpackTo(folder: string): Promise<void> {
  await mkdir(caches, { recursive: true })
  const fresh = await mkdtemp(join(caches, 'chromium-'))
  const program = join(import.meta.dirname, 'unpack-chromium.ts')
  const options = { env: { ...process.env, TMPDIR: fresh } }
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program], options)
  // If two runs unpack at once, the first one's copy is kept.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
}

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
