import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const usher = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [main, ...args])).stdout

describe('given a shell that completes', () => {
  test.each(['bash', 'zsh', 'fish'])(
    'when it is %s, then it gets a script that asks usher',
    async (shell) => {
      expect(await usher('completion', shell)).toContain('usher complete -- ')
    },
  )

  test('when a command is begun, then those that it can become are offered', async () => {
    const names = async (...line: string[]) =>
      (await usher('complete', '--', ...line)).split('\n').map((one) => one.split('\t')[0])
    expect(await names('')).toEqual(expect.arrayContaining(['listen', 'trigger', 'queues', 'login']))
    expect(await names('queues', '')).toEqual(expect.arrayContaining(['list', 'call-next']))
    expect(await names('queues', 'cr')).toContain('create')
  })
})
