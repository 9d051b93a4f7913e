import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const tool = fileURLToPath(new URL('../tools/generate-types.ts', import.meta.url))

describe('the committed types of the SDK', () => {
  test('equal the types generated from the contracts', async () => {
    // Where it is not, the error says which command to run.
    await expect(promisify(execFile)(process.execPath, [tool, '--check'])).resolves.toBeDefined()
  })
})
