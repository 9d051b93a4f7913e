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

describe('usher queues and usher guests', () => {
  test("list queues as a table, or with --json as the API's response", async () => {
    const id = await givenQueue('Front desk')
    const listed = await command(['queues', 'list'], { env })
    expect(listed).toMatchObject({ exitCode: 0, err: '' })
    const [heading, ...rows] = listed.out.split('\n')
    expect(heading).toMatch(/^ID +NAME +STATUS +WAITING +WAIT IN MIN$/)
    expect(rows.find((row) => row.startsWith(id))).toMatch(/^q_\S+ +Front desk +active +0 +0$/)
    const json = JSON.parse((await command(['queues', 'list', '--json'], { env })).out)
    expect(json).toEqual((await usher.api('GET', '/v1/queues')).body)
  })

  test('print the cursor of the next page when a list has more', async () => {
    await givenQueue('One')
    await givenQueue('Two')
    const first = await command(['queues', 'list', '--limit', '1'], { env })
    const [, cursor = ''] = /--cursor (\S+)/.exec(first.err) ?? []
    const next = await command(['queues', 'list', '--limit', '1', '--cursor', cursor], { env })
    expect(next.out.split('\n')[1]).toMatch(/^q_/)
    expect(next.out).not.toBe(first.out)
  })

  test('create a queue, add, move, call, seat and remove guests, and delete the queue', async () => {
    const asJson = async (...args: string[]) => {
      const { exitCode, out, err } = await command([...args, '--json'], { env })
      expect([exitCode, err]).toEqual([0, ''])
      return JSON.parse(out)
    }
    const queue = await asJson('queues', 'create', '--name', 'Bar', '--servers', '2')
    expect(queue).toMatchObject({ name: 'Bar', servers: 2 })
    const [ada, bo] = [
      await asJson(
        'guests',
        'add',
        queue.id,
        '--name',
        'Ada',
        '--party-size',
        '3',
        '--phone',
        '+14155552671',
      ),
      await asJson('guests', 'add', queue.id, '--name', 'Bo'),
    ]
    expect(ada).toMatchObject({ name: 'Ada', party_size: 3, phone: '+14155552671', position: 1 })
    expect((await asJson('guests', 'move', bo.id, '--to', '1')).position).toBe(1)
    expect((await asJson('queues', 'call-next', queue.id, '--desk', 'Counter 3')).id).toBe(bo.id)
    expect(await asJson('guests', 'seat', bo.id)).toMatchObject({ status: 'seated' })
    expect(await asJson('guests', 'call', ada.id)).toMatchObject({ status: 'notified' })
    expect(await asJson('guests', 'no-show', ada.id)).toMatchObject({ status: 'no_show' })
    expect(await asJson('queues', 'pause', queue.id, '--reason', 'A break')).toMatchObject({
      status: 'paused',
    })
    const refused = await command(['guests', 'add', queue.id, '--name', 'Cy'], { env })
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining(`usher queues resume`) })
    expect(await asJson('queues', 'resume', queue.id)).toMatchObject({ status: 'active' })
    const cy = await asJson('guests', 'add', queue.id, '--name', 'Cy')
    const { out } = await command(['guests', 'list', queue.id], { env })
    expect(out).toMatch(new RegExp(`^${cy.id} +Cy +1 +waiting +1 +\\d+$`, 'm'))
    expect(await command(['guests', 'remove', cy.id], { env })).toMatchObject({ exitCode: 0, out: '' })
    expect((await command(['guests', 'get', cy.id], { env })).out).toMatch(/^status +removed$/m)
    expect((await command(['queues', 'delete', queue.id], { env })).exitCode).toBe(0)
    expect((await command(['queues', 'get', queue.id], { env })).err).toContain('code: not_found')
  })

  test('exit with code 3 and advice without a credential or with a wrong one', async () => {
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

  test('name an invalid field once, without a JSON pointer', async () => {
    const { exitCode, err } = await command(['queues', 'create', '--name', 'Bar', '--servers', '0'], { env })
    expect(exitCode).toBe(1)
    expect(err).toMatch(/^Error: The request is not valid\n {2}servers: [^/]+\ncode: validation_failed/)
  })

  test('exit with code 2 and point to --help for an invalid command', async () => {
    for (const args of [['queues', 'lost'], ['queues', 'list', '--limit', 'two'], ['--unknown']]) {
      const { exitCode, err } = await command(args, { env })
      expect([exitCode, err]).toEqual([2, expect.stringContaining('--help')])
    }
    expect(await command(['queues', 'list', '--url', 'localhost'], { env })).toMatchObject({ exitCode: 2 })
  })

  test('exit with code 1 when Usher cannot be reached', async () => {
    const { exitCode, err } = await command(['queues', 'list', '--url', 'http://127.0.0.1:9'], { env })
    expect([exitCode, err]).toEqual([1, expect.stringContaining('Usher cannot be reached: ')])
  })
})
