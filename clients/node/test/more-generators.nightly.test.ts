import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openApiDocument } from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'
import { npmPackages } from '../../../tests/e2e/npm-packages.ts'

const run = promisify(execFile)

/** Generators of TypeScript with default options, and what their clients import. */
const PACKAGES = {
  orval: '7.21.0',
  'swagger-typescript-api': '13.13.0',
  'openapi-zod-client': '1.18.3',
  ...{ '@kubb/cli': '4.39.3', '@kubb/core': '4.39.3', '@kubb/plugin-oas': '4.39.3' },
  ...{ '@kubb/plugin-ts': '4.39.3', '@kubb/plugin-client': '4.39.3' },
  ...{
    typescript: '5.9.3',
    zod: '3.25.76',
    '@zodios/core': '10.9.6',
    axios: '1.21.1',
    '@types/node': '26.6.7',
  },
}

const KUBB = `import { defineConfig } from '@kubb/core'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { pluginClient } from '@kubb/plugin-client'
export default defineConfig({
  root: '.', input: { path: './openapi.json' }, output: { path: './kubb', format: false },
  plugins: [pluginOas({ generators: [], validate: false }), pluginTs({}), pluginClient({ client: 'fetch' })],
})
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-generators-'))
  const document = openApiDocument('https://usher.example', recordedExamples())
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'kubb.config.ts'), KUBB)
  await symlink(join(await npmPackages(PACKAGES), 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a program in the folder to its end; its output where it fails. */
const output = async (program: string, args: readonly string[]): Promise<string> =>
  await run(program, args, { cwd: folder, maxBuffer: 1e8 }).then(
    () => '',
    ({ stdout, stderr }) => `${stdout}\n${stderr}`.slice(-4_000),
  )

async function compile(name: string): Promise<string> {
  const all = await readdir(join(folder, name), { recursive: true })
  const files = all.filter((file) => file.endsWith('.ts')).map((file) => join(name, file))
  expect(files.length).toBeGreaterThan(0)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', 'node', '--target', 'es2022']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions']
  const library = ['--lib', 'es2023,dom,dom.iterable']
  return await output('node_modules/.bin/tsc', [...options, ...modules, ...library, ...files])
}

describe('a client that compiles', () => {
  test.each([
    ['orval', ['--input', 'openapi.json', '--output', 'orval/api.ts', '--client', 'fetch']],
    ['swagger-typescript-api', ['generate', '-p', 'openapi.json', '-o', 'swagger-typescript-api']],
    ['openapi-zod-client', ['openapi.json', '-o', 'openapi-zod-client/client.ts']],
    ['kubb', ['generate']],
  ])('is made by %s', async (name, args) => {
    await mkdir(join(folder, name))
    expect(await output(`node_modules/.bin/${name}`, args)).toBe('')
    expect(await compile(name)).toBe('')
  })
})
