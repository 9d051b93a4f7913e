import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { generate } from 'orval'
import { build } from 'rolldown'
import { findPython } from '../../../tests/e2e/outside-clients/run-python.ts'
import { useSharedUsher } from '../../../tests/e2e/shared-usher.ts'
import type { Usher } from '../../../tests/e2e/stack.ts'
import { oapiCodegen } from '../tools/pack/go.ts'
import { unlessMissing } from './conformance/unless-missing.ts'

const run = promisify(execFile)

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

let usher: Usher
let folder: string
let input: string

beforeAll(async () => {
  usher = await useSharedUsher()
  folder = await mkdtemp(join(tmpdir(), 'usher-clients-'))
  await symlink(resolve(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  input = join(folder, 'openapi.json')
  await writeFile(input, await (await fetch(`${usher.stack.url}/openapi.json`)).text())
})

afterAll(async () => {
  hooks.deregister()
  await rm(folder, { recursive: true, force: true })
  await usher?.[Symbol.asyncDispose]()
})

const tourOf = (name: string) => join(import.meta.dirname, 'tours', name)
const UNKNOWN_GUEST = 'g_01h455vb4pex5vsknk084sn02q'

/** What every tour gives. */
const SEEN = {
  ...{ queue: 'Door', added: 'Ada', got: 'Ada', listed: ['Ada'], updated: 'Bo' },
  refused: { status: 404, code: 'not_found' },
}

/** Compiles a client together with its tour, and takes the tour. */
async function expectTour(name: string, output: string): Promise<void> {
  const program = join(output, 'tour.ts')
  await copyFile(tourOf(name), program)
  expect(await compile(output)).toBe('')
  // Node imports no TypeScript below node_modules, where temporary files are, and no file by a name without its ending.
  const file = join(output, 'tour.mjs')
  await build({ input: program, output: { file }, platform: 'node', logLevel: 'silent' })
  const { tour } = await import(file)
  expect(await tour(usher.stack.url, usher.demo.api_key, UNKNOWN_GUEST)).toEqual(SEEN)
}

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

const { python, lack } = await findPython()
const { lack: lackOfGo } = await unlessMissing('oapi-codegen', () => oapiCodegen(['-version']))

const IMPORT_ALL = `import importlib, pkgutil, openapi_client
for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client."):
    importlib.import_module(module.name)`

/** Has openapi-generator make a client; returns its folder. */
async function generateFor(language: string, ...options: readonly string[]): Promise<string> {
  const output = join(folder, `openapi-generator-${language}`)
  const program = ['-c', 'import openapi_generator_cli; openapi_generator_cli.cli()', 'generate']
  await run(python, [...program, '-g', language, '-i', input, '-o', output, ...options], { maxBuffer: 1e8 })
  return output
}

describe('clients generated from the OpenAPI document', () => {
  test('types from openapi-typescript compile, and an openapi-fetch client completes the tour with them', async () => {
    const output = await mkdtemp(join(folder, 'types-'))
    await writeFile(join(output, 'schema.ts'), astToString(await openapiTS(new URL(`file://${input}`))))
    await expectTour('openapi-fetch.ts', output)
  })

  test('a client from @hey-api/openapi-ts compiles and completes the tour', async () => {
    const { createClient } = await import('@hey-api/openapi-ts')
    const output = join(folder, 'hey')
    await createClient({ input, output: { path: output, tsConfigPath: null }, logs: { level: 'silent' } })
    await expectTour('hey-api.ts', output)
  })

  test('a client from orval compiles and completes the tour', async () => {
    const output = join(folder, 'orval')
    await generate({
      input: { target: input },
      output: {
        ...{ target: join(output, 'api.ts'), schemas: join(output, 'model'), mode: 'tags-split' },
        ...{ client: 'fetch', tsconfig: { compilerOptions: {} } },
        baseUrl: { getBaseUrlFromSpecification: true },
      },
    })
    await expectTour('orval.ts', output)
  })

  ;(lackOfGo ? test.skip : test)(
    'a Go client from oapi-codegen is generated without warnings and completes the tour',
    async () => {
      const program = join(folder, 'go')
      await cp(tourOf('go'), program, { recursive: true })
      await mkdir(join(program, 'client'))
      const config = ['-config', join(program, 'oapi-codegen.yaml'), '-o', join(program, 'client/client.go')]
      // Its answers go to stderr; a warning would be there, too.
      expect(await oapiCodegen([...config, input])).toBe('')
      await run('go', ['vet', './...'], { cwd: program })
      const given = [usher.stack.url, usher.demo.api_key, UNKNOWN_GUEST]
      const tour = await run('go', ['run', '.', ...given], { cwd: program })
      expect(JSON.parse(tour.stdout)).toEqual(SEEN)
    },
  )

  ;(lack ? test.skip : test)(
    'a client from openapi-python-client lacks only the mail bounce route, compiles and completes the tour',
    async () => {
      const output = join(folder, 'usher_client')
      const generator = ['-m', 'openapi_python_client', 'generate', '--path', input]
      const args = [...generator, '--output-path', output, '--meta', 'none']
      const { stdout, stderr } = await run(python, args, { maxBuffer: 1e8 })
      // It can make nothing of mail, which is what a mail server posts to us, and of which no client is one.
      const dropped = `${stdout}\n${stderr}`
        .split('\n')
        .filter((line) => /^\s*(WARNING|ERROR|Unable)/.test(line))
      expect(dropped).toEqual([expect.stringContaining('/smtp-bounces within message_callbacks')])
      await run(python, ['-m', 'compileall', '-q', output])
      const given = [usher.stack.url, usher.demo.api_key, UNKNOWN_GUEST]
      const env = { ...process.env, PYTHONPATH: folder }
      const tour = await run(python, [tourOf('tour.py'), ...given], { env })
      expect(JSON.parse(tour.stdout)).toEqual(SEEN)
    },
  )

  ;(lack ? test.skip : test)(
    'a fetch client from openapi-generator compiles and completes the tour',
    async () => {
      await expectTour('openapi-generator.ts', await generateFor('typescript-fetch'))
    },
  )

  ;(lack ? test.skip : test)(
    'a Python client from openapi-generator imports and completes the tour',
    async () => {
      const output = await generateFor('python')
      await run(python, ['-c', IMPORT_ALL], { cwd: output })
      const given = [usher.stack.url, usher.demo.api_key, UNKNOWN_GUEST]
      const env = { ...process.env, PYTHONPATH: output }
      const tour = await run(python, [tourOf('openapi_generator.py'), ...given], { env })
      expect(JSON.parse(tour.stdout)).toEqual(SEEN)
    },
  )

  ;((lack ?? lackOfGo) ? test.skip : test)('a Go client from openapi-generator compiles', async () => {
    const output = await generateFor('go', '--additional-properties=enumClassPrefix=true')
    await run('go', ['mod', 'tidy'], { cwd: output })
    expect(await run('go', ['vet', './...'], { cwd: output })).toEqual({ stdout: '', stderr: '' })
  })
})
