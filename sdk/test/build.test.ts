import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../..', import.meta.url))

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

describe('given the package as it is published', () => {
  test('when it is built, then plain JavaScript imports it, and it needs openapi-fetch alone', async () => {
    const parent = join(repository, 'node_modules/.cache')
    await mkdir(parent, { recursive: true })
    const folder = await mkdtemp(join(parent, 'usher-sdk-'))
    try {
      await run(process.execPath, [join(repository, 'sdk/tools/build.ts'), folder])
      const { stdout } = await run(
        process.execPath,
        ['--print', `Object.keys(require('./index.js')).sort().join()`],
        {
          cwd: folder,
        },
      )
      expect(stdout.trim()).toBe(
        'UsherError,WebhookVerificationError,createUsherClient,verifyServiceSignature,verifyWebhook,webhookHandler',
      )
      expect((await run(process.execPath, ['--print', CLIENT], { cwd: folder })).stdout.trim()).toBe(
        'API_VERSION,API_VERSIONS,UsherError,createUsherClient',
      )
      const built = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
      expect(Object.keys(built.dependencies)).toEqual(['openapi-fetch'])
      expect(built).not.toHaveProperty('private')
      expect(await readFile(join(folder, 'index.d.ts'), 'utf8')).toContain('UsherClient')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
