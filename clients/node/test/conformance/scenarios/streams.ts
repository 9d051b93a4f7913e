import { until } from '@usher/test-kit'
import type { Bench } from '../bench.ts'

interface StreamEvent {
  readonly id: string | null
  readonly type: string
  readonly data: { readonly guest?: { readonly name: string } }
}

/** Streams are followed, and resumed where they broke off. */
export function describeStreams(bench: () => Bench): void {
  const follow = (queueId: string, lastEventId?: string): Promise<unknown> =>
    bench().driver.ask({
      ...{ do: 'follow', method: 'queues.stream', ids: [queueId] },
      ...(lastEventId !== undefined && { last_event_id: lastEventId }),
    })
  const next = (): Promise<StreamEvent> => bench().driver.ask({ do: 'next' })
  const unfollow = () => bench().driver.ask({ do: 'unfollow' })
  const addDirectly = async (queueId: string, name: string) => {
    await bench().usher.api('POST', `/v1/queues/${queueId}/guests`, { body: { name } })
  }
  const nextOf = async (type: string): Promise<StreamEvent> => {
    for (;;) {
      const event = await next()
      if (event.type === type) return event
    }
  }

  test('a queue stream starts with a snapshot and delivers guest.added with the guest', async () => {
    const id = await bench().queue()
    await follow(id)
    expect(await next()).toMatchObject({ type: 'snapshot', data: { queue: { id } } })
    await addDirectly(id, 'Ada')
    expect(await nextOf('guest.added')).toMatchObject({ data: { guest: { name: 'Ada' } } })
    await unfollow()
  })

  test('reconnects a broken stream with Last-Event-ID and misses no event', async () => {
    const { proxy, queue } = bench()
    const id = await queue()
    proxy.expect()
    await follow(id)
    await nextOf('snapshot')
    await addDirectly(id, 'Ada')
    const last = await nextOf('guest.added')
    proxy.expect({ status: 503, headers: { 'retry-after': '0' } })
    proxy.cut()
    await addDirectly(id, 'Bo')
    expect(await nextOf('guest.added')).toMatchObject({ data: { data: { name: 'Bo' } } })
    await unfollow()
    expect(last.id).not.toBeNull()
    expect(proxy.seen.map(({ headers }) => headers['last-event-id'])).toEqual([last.id, last.id])
  })

  test('a stream opened with a last event id starts with the event after that one', async () => {
    const id = await bench().queue()
    await follow(id)
    await nextOf('snapshot')
    await addDirectly(id, 'Ada')
    const { id: lastId } = await nextOf('guest.added')
    await unfollow()
    await addDirectly(id, 'Bo')
    await follow(id, lastId ?? '')
    expect(await next()).toMatchObject({ type: 'guest.added', data: { data: { name: 'Bo' } } })
    await unfollow()
  })

  test('a stream of the organisation with types delivers only events of those types', async () => {
    const id = await bench().queue()
    const query = { types: 'guest.seated' }
    await bench().driver.ask({ do: 'follow', method: 'events.stream', ids: [], query })
    await nextOf('ready')
    const added = await bench().usher.api('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada' } })
    await bench().usher.api('POST', `/v1/guests/${added.body.id}/seat`)
    const event = await next()
    expect(event).toMatchObject({ type: 'guest.seated', data: { body: { data: { name: 'Ada' } } } })
    await unfollow()
  })

  test('a stream ends after its last event, and reconnects when it breaks off earlier', async () => {
    const { driver, proxy } = bench()
    const sync = (id: number, completed_at: string | null) => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: `retry: 1\n\nevent: sync\nid: ${id}\ndata: ${JSON.stringify({ completed_at })}\n\n`,
    })
    proxy.expect(sync(1, null), sync(2, '2026-12-01T09:00:00.000Z'))
    await driver.ask({ do: 'follow', method: 'googleCalendar.syncs.stream', ids: ['gcs_1'] })
    expect(await next()).toMatchObject({ type: 'sync', id: '1' })
    expect(await next()).toMatchObject({ type: 'sync', id: '2' })
    expect(await next()).toBeNull()
    expect(proxy.seen).toHaveLength(2)
    await unfollow()
  })

  test('closes the connection of a stream when the reader stops', async () => {
    const { proxy, queue } = bench()
    const id = await queue()
    await follow(id)
    await nextOf('snapshot')
    await unfollow()
    await until('the stream is closed', () => proxy.open === 0)
    expect(proxy.open).toBe(0)
  })

  test('attack: reopens a stream that was refused with Retry-After no earlier than that', async () => {
    const { proxy, queue } = bench()
    const id = await queue()
    proxy.expect({ status: 429, headers: { 'retry-after': '2' } })
    await follow(id)
    await nextOf('snapshot')
    await unfollow()
    const [first, second] = proxy.seen
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_990)
  })

  test('a stream of an unknown queue fails with the code not_found', async () => {
    await follow('q_01h455vb4pex5vsknk084sn02q')
    const failure = await bench().driver.failure({ do: 'next' })
    expect(failure).toMatchObject({ kind: 'api', status: 404, code: 'not_found' })
  })
}
