import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { openApiDocument } from '@usher/contracts'
import openapiTS, { astToString } from 'openapi-typescript'
import { generate } from 'orval'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)

const PYTHON_GENERATOR = 'openapi-python-client'
const TSC = resolve(import.meta.dirname, '../node_modules/.bin/tsc')
const STRICT = [
  ...['--noEmit', '--strict', '--target', 'es2022'],
  ...['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable'],
]

/** Generators that are written in terms of TypeScript's own parser get that of this package: 7 has none for programs. */
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})

let folder: string
let input: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-clients-'))
  input = join(folder, 'openapi.json')
  await writeFile(input, JSON.stringify(openApiDocument('https://usher.example')))
})

afterAll(async () => {
  hooks.deregister()
  await rm(folder, { recursive: true, force: true })
})

/** What the compiler says of all TypeScript in a folder, where no types of other packages are found. */
async function compile(output: string): Promise<string> {
  const files = (await readdir(output, { recursive: true })).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(0)
  const args = [...STRICT, '--typeRoots', join(folder, 'none'), ...files.map((name) => join(output, name))]
  return run(TSC, args, { cwd: folder, maxBuffer: 1e8 }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  )
}

/** Why the Python generator cannot be run; undefined where it can. */
const noPython: string | undefined = await run(PYTHON_GENERATOR, ['--version']).then(
  () => undefined,
  (error: Error) => `${PYTHON_GENERATOR} (PyPI) is not installed: ${error.message}`,
)
if (noPython) process.stderr.write(`skipped: ${noPython}\n`)

describe('given the OpenAPI document', () => {
  test('when openapi-typescript makes types of it, then they compile', async () => {
    const output = await mkdtemp(join(folder, 'types-'))
    await writeFile(join(output, 'schema.ts'), astToString(await openapiTS(new URL(`file://${input}`))))
    expect(await compile(output)).toBe('')
  })

  test('when @hey-api/openapi-ts makes a client of it, then it compiles', async () => {
    const { createClient } = await import('@hey-api/openapi-ts')
    const output = join(folder, 'hey')
    await createClient({ input, output: { path: output, tsConfigPath: null }, logs: { level: 'silent' } })
    expect(await compile(output)).toBe('')
  })

  test('when orval makes a client of it, then it compiles and declares each name once', async () => {
    const output = join(folder, 'orval')
    await generate({
      input: { target: input },
      output: {
        ...{ target: join(output, 'api.ts'), schemas: join(output, 'model'), mode: 'tags-split' },
        ...{ client: 'fetch', tsconfig: { compilerOptions: {} } },
      },
    })
    expect(await compile(output)).toBe('')
  })

  test.skipIf(noPython)('when openapi-python-client makes a client of it, then it compiles', async () => {
    const output = join(folder, 'python')
    const args = ['generate', '--path', input, '--output-path', output, '--meta', 'none']
    const { stdout, stderr } = await run(PYTHON_GENERATOR, args, { maxBuffer: 1e8 })
    // It can make nothing of mail, which is what a mail server posts to us, and of which no client is one.
    const dropped = `${stdout}\n${stderr}`
      .split('\n')
      .filter((line) => /^\s*(WARNING|ERROR|Unable)/.test(line))
    expect(dropped).toEqual([expect.stringContaining('/smtp-bounces within message_callbacks')])
    await run('python3', ['-m', 'compileall', '-q', output])
  })
})
