import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const tool = fileURLToPath(new URL('../tools/generate-types.ts', import.meta.url))

describe('given the generated types', () => {
  test('when they are made anew from the contracts, then the file that is committed is the same', async () => {
    // Where it is not, the error says which command to run.
    await expect(promisify(execFile)(process.execPath, [tool, '--check'])).resolves.toBeDefined()
  })
})
