import type { Bench } from '../bench.ts'

const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name)

/** Lists go through their pages. */
export function describePages(bench: () => Bench): void {
  test('iterates over the items of several pages in order, and requests each page once', async () => {
    const { driver, proxy, queue, add } = bench()
    const id = await queue()
    const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed']
    for (const name of names) await add(id, name)
    proxy.expect()
    const items = await driver.ask({
      do: 'list',
      method: 'queues.guests.list',
      ids: [id],
      query: { limit: 2 },
    })
    expect(namesOf(items)).toEqual(names)
    const asked = proxy.seen.map(({ url }) => new URL(url, proxy.url).searchParams)
    expect(asked.map((query) => query.get('limit'))).toEqual(['2', '2', '2'])
    expect(new Set(asked.map((query) => query.get('cursor'))).size).toBe(3)
  })

  test('requests no further page when the reader stops on the first one', async () => {
    const { driver, proxy, queue, add } = bench()
    const id = await queue()
    for (const name of ['Ada', 'Bo', 'Cy']) await add(id, name)
    proxy.expect()
    const query = { limit: 2 }
    const items = await driver.ask({ do: 'list', method: 'queues.guests.list', ids: [id], query, take: 1 })
    expect(namesOf(items)).toEqual(['Ada'])
    expect(proxy.seen).toHaveLength(1)
  })

  test('returns each item once when requests for a page fail and are retried', async () => {
    const { driver, proxy, queue, add } = bench()
    const id = await queue()
    for (const name of ['Ada', 'Bo', 'Cy']) await add(id, name)
    proxy.expect({ status: 503, headers: { 'retry-after': '0' } }, 'cut before')
    const items = await driver.ask({
      do: 'list',
      method: 'queues.guests.list',
      ids: [id],
      query: { limit: 1 },
    })
    expect(namesOf(items)).toEqual(['Ada', 'Bo', 'Cy'])
    expect(proxy.seen).toHaveLength(5)
  })

  test('a call for one page returns its items and next_cursor', async () => {
    const { driver, queue, add } = bench()
    const id = await queue()
    for (const name of ['Ada', 'Bo']) await add(id, name)
    const page = await driver.ask({
      do: 'call',
      method: 'queues.guests.list',
      ids: [id],
      query: { limit: 1 },
    })
    expect(page).toMatchObject({ data: [{ name: 'Ada' }], next_cursor: expect.any(String) })
  })

  test('attack: fails after two requests when next_cursor of a page leads to the same page', async () => {
    const { driver, proxy } = bench()
    const page = { ...JSON_ANSWER, body: JSON.stringify({ data: [], next_cursor: 'same' }) }
    proxy.expect(...Array(5).fill(page))
    await driver.failure({ do: 'list', method: 'queues.list' })
    expect(proxy.seen).toHaveLength(2)
  })
}

const JSON_ANSWER = { status: 200, headers: { 'content-type': 'application/json' } }
