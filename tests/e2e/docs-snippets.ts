import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePorts, repository } from '@usher/local'
import { newAddress } from '@usher/test-kit'
import { authorizePath, CALLBACK, Visitor } from './oauth-visitor.ts'
import type { Usher } from './stack.ts'

export const guides = join(repository, 'web/docs/src/content/docs/guides')

/** A code block of a guide. */
export interface Snippet {
  readonly language: string
  /** Name of the file that it is; undefined for commands, answers and other illustrations. */
  readonly file: string | undefined
  /** A status: its commands must be answered with it. `output`: what the commands before it print. */
  readonly flag: string | undefined
  readonly code: string
}

export function snippetsOf(markdown: string): Snippet[] {
  const blocks = markdown.matchAll(/^( *)```(\w+)(?: title="([^"]+)")?(?: (\w+))?\n(.*?)^\1```$/gms)
  return [...blocks].map(([, indent = '', language = '', file, flag, code = '']) => ({
    ...{ language, file, flag },
    // Blocks within lists are indented.
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}

/** Whether a snippet is commands of a shell. */
export const isCommands = ({ language, file }: Snippet): boolean => language === 'sh' && file === undefined

/** Whether it starts a compiler that takes most of a minute. */
export const isSlow = (snippet: Snippet): boolean => isCommands(snippet) && /^(go|java) /m.test(snippet.code)

/** What came of the commands of a page. */
export interface Outcome {
  /** The commands that went wrong, with what they printed; undefined: none did. */
  readonly problem: string | undefined
  /** What each block of commands printed that the page shows the output of, and what it shows. */
  readonly outputs: readonly { readonly printed: string; readonly shown: string }[]
}

interface Place extends AsyncDisposable {
  readonly path: string
}

interface RunOptions {
  /** Runs what takes long, too. */
  readonly slow?: boolean
  /** Makes the folder to run in; by default, one from which packages of the repository are found. */
  readonly place?: () => Promise<Place>
}

/**
 * Runs the commands of a guide one after another in one shell, in a folder that holds its files, as a reader would who
 * has set what the guides ask for.
 */
export async function runGuide(
  name: string,
  usher: Usher,
  { slow = false, place = temporaryFolder }: RunOptions = {},
): Promise<Outcome> {
  const snippets = snippetsOf(await readFile(join(guides, `${name}.md`), 'utf8'))
  await using folder = await place()
  for (const { file, code } of snippets)
    if (file !== undefined) await writeFile(join(folder.path, file), code)
  await writeFile(join(folder.path, '.curlrc'), curlOptions())
  const blocks = snippets.flatMap((snippet, index) => {
    if (!isCommands(snippet) || (isSlow(snippet) && !slow)) return []
    const next = snippets[index + 1]
    return [{ ...snippet, shown: next?.flag === 'output' ? next.code : undefined }]
  })
  const { code, errors } = await runShell(blocks.map(inShell).join('\n'), folder.path, {
    ...(await environment(usher, folder.path)),
    ...(await consentFor(snippets, usher)),
  })
  const printed = await Promise.all(blocks.map((_, index) => readIfThere(join(folder.path, `${index}.out`))))
  const last = printed.findLastIndex((text) => text !== undefined)
  const problem = code === 0 ? undefined : `${blocks[last]?.code}\n${printed[last]}\n${errors}`
  const outputs = blocks.flatMap(({ shown }, index) =>
    shown === undefined ? [] : [{ shown, printed: printed[index] ?? '' }],
  )
  return { problem, outputs }
}

/** Options of a reader's curl, who is not at the address of all other tests. */
const curlOptions = (): string =>
  `silent\nshow-error\nfail-with-body\nheader = "x-forwarded-for: ${newAddress()}"\n`

/** A block whose output goes to a file of its own. */
function inShell({ code, flag }: Snippet, index: number): string {
  const refused = `if (\n${code}) 2>refused; then exit 1; fi\ncat refused >&2\ngrep -q 'error: ${flag}$' refused`
  return `exec >${index}.out\n${flag === undefined ? code : refused}`
}

async function runShell(script: string, cwd: string, env: NodeJS.ProcessEnv) {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  shell.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = (await once(shell, 'close')) as [number | null]
  return { code, errors }
}

async function environment({ stack, demo }: Usher, folder: string): Promise<NodeJS.ProcessEnv> {
  const [port] = await freePorts(1)
  return {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    CURL_HOME: folder,
    PORT: String(port),
    USHER_URL: stack.url,
    USHER_API_KEY: demo.api_key,
    USHER_TEST_API_KEY: demo.test_api_key,
    USHER_CLIENT_ID: demo.oauth.client_id,
    USHER_CLIENT_SECRET: demo.oauth.client_secret,
    USHER_EMAIL: demo.email,
    USHER_PASSWORD: demo.password,
  }
}

/** What a person has allowed, for commands that exchange the code of that. */
async function consentFor(snippets: readonly Snippet[], { stack, demo }: Usher): Promise<NodeJS.ProcessEnv> {
  if (!snippets.some(({ code }) => code.includes('$CODE'))) return {}
  const verifier = randomBytes(32).toString('hex')
  const path = authorizePath(demo.oauth.client_id, verifier)
  const callback = await new Visitor(stack.url).allow(path, demo)
  return { CODE: callback.get('code') ?? '', VERIFIER: verifier, REDIRECT_URI: CALLBACK }
}

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(() => undefined)

/** A folder from which packages of the repository are found. */
async function temporaryFolder(): Promise<Place> {
  const parent = join(repository, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const path = await mkdtemp(join(parent, 'usher-snippets-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
