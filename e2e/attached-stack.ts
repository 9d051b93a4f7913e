import { readFile } from 'node:fs/promises'
import { type Demo, temporaryHome } from '@usher/local'
import { apiClient } from '@usher/test-kit'
import type { Running } from './stack.ts'

const elsewhere = () => {
  throw new Error('This Usher runs elsewhere: its processes are out of reach.')
}

/**
 * An Usher that runs already, as containers do: only what it answers can be seen of it.
 *
 * @param file JSON with its address and the credentials of its demo organisations
 */
export async function attachTo(file: string): Promise<Running> {
  const demo = JSON.parse(await readFile(file, 'utf8')) as Demo
  const { path: home, ...dispose } = await temporaryHome('e2e')
  const supervisor = { process: elsewhere, pids: () => ({}), stop: async () => {}, ...dispose }
  return {
    ...{ home, demo, api: apiClient(demo.url, demo.api_key) },
    stack: { url: demo.url, environments: {}, ...supervisor },
    killRabbit: elsewhere,
    restartRabbit: elsewhere,
    ...dispose,
  }
}
