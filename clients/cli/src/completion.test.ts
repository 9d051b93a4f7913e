import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const usher = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [main, ...args])).stdout

describe('shell completion', () => {
  test.each(['bash', 'zsh', 'fish'])('prints a script for %s that calls usher complete', async (shell) => {
    expect(await usher('completion', shell)).toContain('usher complete -- ')
  })

  test('offers the commands that match the typed words', async () => {
    const names = async (...line: string[]) =>
      (await usher('complete', '--', ...line)).split('\n').map((one) => one.split('\t')[0])
    expect(await names('')).toEqual(expect.arrayContaining(['listen', 'trigger', 'queues', 'login']))
    expect(await names('queues', '')).toEqual(expect.arrayContaining(['list', 'call-next']))
    expect(await names('queues', 'cr')).toContain('create')
  })
})
