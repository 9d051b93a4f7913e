import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** Loads the client where there is no Node, as in a browser. */
const CLIENT = `
  const { registerHooks, builtinModules } = require('node:module')
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('node:') || builtinModules.includes(specifier)) throw new Error('it needs ' + specifier)
      return next(specifier, context)
    },
  })
  Object.keys(require('./client/index.js')).sort().join()`

describe('the SDK package as published', () => {
  let folder: string
  beforeAll(async () => {
    const parent = join(repository, 'node_modules/.cache')
    await mkdir(parent, { recursive: true })
    folder = await mkdtemp(join(parent, 'usher-sdk-'))
    await run(process.execPath, [join(repository, 'clients/node/tools/build.ts'), folder])
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('exports the documented names to plain JavaScript, and the client loads without Node modules', async () => {
    const names = `Object.keys(require('./index.js')).sort().join()`
    const { stdout } = await run(process.execPath, ['--print', names], { cwd: folder })
    expect(stdout.trim().split(',')).toEqual([
      ...[
        'STREAM_SILENCE_MS',
        'Usher',
        'UsherError',
        'UsherTimeoutError',
        'WebhookVerificationError',
        'clientCredentials',
        'createUsherClient',
      ],
      ...['isUsherError', 'verifyServiceSignature', 'verifyWebhook', 'webhookHandler'],
    ])
    expect((await run(process.execPath, ['--print', CLIENT], { cwd: folder })).stdout.trim()).toBe(
      'API_VERSION,API_VERSIONS,STREAM_SILENCE_MS,UsherError,UsherTimeoutError,clientCredentials,createUsherClient,isUsherError',
    )
  })

  test('depends on two packages, is not private and ships its types', async () => {
    const built = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect(Object.keys(built.dependencies)).toEqual(['eventsource-parser', 'openapi-fetch'])
    expect(built).not.toHaveProperty('private')
    expect(await readFile(join(folder, 'index.d.ts'), 'utf8')).toContain('UsherClient')
  })

  test('no dependency needs a newer Node than the package itself', async () => {
    const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'))
    const { engines, dependencies } = await read(join(folder, 'package.json'))
    const oldest = (range: string) => Number(/\d+/.exec(range)?.[0])
    const newer: string[] = []
    for (const name of Object.keys(dependencies)) {
      const folders = [join(repository, 'clients/node/node_modules'), join(repository, 'node_modules')]
      const installed = folders.map((one) => join(one, name, 'package.json')).find(existsSync) ?? ''
      const needed = (await read(installed)).engines?.node ?? '>=0'
      if (oldest(needed) > oldest(engines.node)) newer.push(`${name} needs Node ${needed}`)
    }
    expect(newer).toEqual([])
  })

  test('publint and arethetypeswrong report no problems in the packed tarball', async () => {
    const { messages } = await publint({ pkgDir: folder, pack: false, strict: true })
    expect(messages).toEqual([])
    await run('npm', ['pack', '--pack-destination', folder], { cwd: folder })
    const tarball = await readFile(join(folder, 'usher-sdk-0.1.0.tgz'))
    const analysis = await checkPackage(createPackageFromTarballData(tarball))
    expect(analysis.types).toMatchObject({ kind: 'included' })
    // It is ESM alone: Node 20.19 and newer can require that, too.
    const problems = 'problems' in analysis ? analysis.problems : []
    expect(problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
  })
})
