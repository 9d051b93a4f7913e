import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { command } from './terminal.ts'

let usher: Usher
let env: Record<string, string>
beforeAll(async () => {
  usher = await useSharedUsher()
  env = { USHER_URL: usher.stack.url, USHER_API_KEY: usher.demo.api_key }
})
afterAll(() => usher?.[Symbol.asyncDispose]())

const givenQueue = async (name: string): Promise<string> =>
  (await usher.api('POST', '/v1/queues', { body: { name } })).body.id

describe('given the command line and a running Usher', () => {
  test('when queues are listed, then they are a table, or the answer of the API as it is', async () => {
    const id = await givenQueue('Front desk')
    const listed = await command(['queues', 'list'], { env })
    expect(listed).toMatchObject({ exitCode: 0, err: '' })
    const [heading, ...rows] = listed.out.split('\n')
    expect(heading).toMatch(/^ID +NAME +STATUS +WAITING +WAIT IN MIN$/)
    expect(rows.find((row) => row.startsWith(id))).toMatch(/^q_\S+ +Front desk +active +0 +0$/)
    const json = JSON.parse((await command(['queues', 'list', '--json'], { env })).out)
    expect(json).toEqual((await usher.api('GET', '/v1/queues')).body)
  })

  test('when a page is not all, then it says how to see the next', async () => {
    await givenQueue('One')
    await givenQueue('Two')
    const first = await command(['queues', 'list', '--limit', '1'], { env })
    const [, cursor = ''] = /--cursor (\S+)/.exec(first.err) ?? []
    const next = await command(['queues', 'list', '--limit', '1', '--cursor', cursor], { env })
    expect(next.out.split('\n')[1]).toMatch(/^q_/)
    expect(next.out).not.toBe(first.out)
  })

  test('when there is no credential or a wrong one, then exit code 3 and what to do', async () => {
    const without = await command(['queues', 'list'], { env: { USHER_URL: usher.stack.url } })
    expect(without).toMatchObject({ exitCode: 3, out: '' })
    expect(without.err).toContain('USHER_API_KEY')
    const wrong = await command(['queues', 'list', '--api-key', 'usk_wrong'], { env })
    expect(wrong).toMatchObject({ exitCode: 3, out: '' })
    expect(wrong.err).toMatch(
      /^Error: The credential is missing or invalid\n(.*\n)*code: unauthorized, request: req/,
    )
    expect(wrong.err).toContain(`guide: ${usher.stack.url}/docs/guides/errors`)
  })

  test('when a command is written wrongly, then exit code 2 and how it is written', async () => {
    for (const args of [['queues', 'lost'], ['queues', 'list', '--limit', 'two'], ['--unknown']]) {
      const { exitCode, err } = await command(args, { env })
      expect([exitCode, err]).toEqual([2, expect.stringContaining('--help')])
    }
    expect(await command(['queues', 'list', '--url', 'localhost'], { env })).toMatchObject({ exitCode: 2 })
  })

  test('when Usher cannot be reached, then exit code 1 and where to look', async () => {
    const { exitCode, err } = await command(['queues', 'list', '--url', 'http://127.0.0.1:9'], { env })
    expect([exitCode, err]).toEqual([1, expect.stringContaining('Usher cannot be reached: ')])
  })
})
