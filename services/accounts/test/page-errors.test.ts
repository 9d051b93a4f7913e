import { sharePeople } from './support/people.ts'

const people = sharePeople()

const ERROR = {
  message: "TypeError: Cannot read properties of undefined (reading 'name')",
  stack: ['/assets/index-B1GTx1N.js:1:2345'],
  path: '/queues/:id',
  version: '0.1.0',
}

async function start() {
  const { owner, accounts } = await people()
  const { call } = await owner()
  return {
    report: async (body: object) => (await call('POST', '/account/page-errors', { body })).status,
    async counted() {
      const text = await (await fetch(`${accounts.url}/metrics`)).text()
      return Number(/^usher_page_errors_total\S* (\d+)$/m.exec(text)?.[1])
    },
  }
}

describe('error reports of dashboard pages', () => {
  test('a report is counted in the metrics', async () => {
    const { report, counted } = await start()
    const before = await counted()
    expect(await report(ERROR)).toBe(204)
    expect(await counted()).toBe(before + 1)
  })

  test.each([
    ['the path has an id', { path: '/queues/q_01h455vb4pex5vsknk084sn02q' }],
    ['the path has a query', { path: '/queues/:id?q=Ada' }],
    ['the stack has more than places', { stack: ['at greet (Ada Lovelace)'] }],
    ['the stack is too long', { stack: Array.from({ length: 31 }, () => '/assets/index.js:1:2') }],
    ['the message is too long', { message: 'x'.repeat(301) }],
    ['there is more', { guest: 'Ada' }],
  ])('answers 400 and does not count when %s', async (_, given) => {
    const { report, counted } = await start()
    const before = await counted()
    expect(await report({ ...ERROR, ...given })).toBe(400)
    expect(await counted()).toBe(before)
  })

  test('answers 429 after 10 reports in a minute, and other members still report', async () => {
    const [{ report }, other] = [await start(), await start()]
    const statuses = []
    for (let count = 0; count < 11; count += 1) statuses.push(await report(ERROR))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429])
    expect(await other.report(ERROR)).toBe(204)
  })
})
