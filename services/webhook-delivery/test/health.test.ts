import { webhookEndpointDisabled, webhookEndpointFailing } from '@usher/contracts'
import { DAY_MS, HOUR_MS } from '@usher/service-kit/durations'
import {
  collectEvents,
  createStandingClock,
  type EventCollector,
  startReceiver,
  until,
} from '@usher/test-kit'
import { anEvent, deliveriesOf, givenDelivery, givenEndpoint, type Harness, startHarness } from './harness.ts'

let harness: Harness
let collected: EventCollector
beforeAll(async () => {
  harness = await startHarness({}, { clock: createStandingClock() })
  collected = await collectEvents(harness.infrastructure.rabbitUrl)
})
afterAll(async () => {
  await collected[Symbol.asyncDispose]()
  await harness[Symbol.asyncDispose]()
})

const typesOf = (id: string) => collected.of(id).map(({ type }) => type)

/** The values of a metric, by its labels. */
async function metric(name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${harness.service.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`))
  return Object.fromEntries(
    lines.map((line) => [/state="(\w+)"/.exec(line)?.[1] ?? '', Number(line.split(' ').at(-1))]),
  )
}

describe('a failing receiver', () => {
  test("shows in the endpoint's health, raises one warning, and disables the endpoint after five days", async () => {
    await using receiver = await startReceiver()
    const { api, endpoint, log } = await givenDelivery(harness, receiver, Array(50).fill(500))
    const path = `/v1/webhook-endpoints/${endpoint.id}`
    const view = async () => (await api('GET', path)).body
    const [first] = await until('the first attempt', async () => {
      const found = await log()
      return found[0]?.attempts.length === 1 && found
    })
    const failing = await until('the note of it', async () => {
      const { health } = await view()
      return health.failing_since && health
    })
    expect(failing).toMatchObject({
      pending: 1,
      oldest_pending_at: first.created_at,
      last_success_at: null,
      last_attempt_at: first.attempts[0].started_at,
    })
    expect(Date.parse(failing.disables_at) - Date.parse(failing.failing_since)).toBe(5 * DAY_MS)
    expect(await metric('usher_webhook_endpoints_failing')).toEqual({ '': 1 })
    expect(await metric('usher_webhook_deliveries_pending')).toEqual({ due: 0, later: 1 })

    harness.clock.advance(2 * DAY_MS - HOUR_MS)
    expect((await metric('usher_webhook_oldest_due_seconds'))['']).toBeGreaterThan(DAY_MS / 1000)
    expect((await metric('usher_webhook_longest_failing_seconds'))['']).toBeGreaterThan(1.9 * 86_400)
    await harness.service.jobs.dispatcher.drain()
    expect(typesOf(endpoint.id)).toEqual([])
    for (let i = 0; i < 3; i += 1) {
      harness.clock.advance(HOUR_MS)
      await harness.publish(anEvent(harness.organizationId))
      await until('the event', async () => {
        const found = await log()
        return found.length === i + 2 && found[0].attempts.length === 1
      })
    }
    await until('the warning', () => typesOf(endpoint.id).length === 1)
    expect(collected.of(endpoint.id)[0]).toMatchObject({
      type: webhookEndpointFailing.type,
      sequence: 1,
      actor: 'system',
      data: { disables_at: failing.disables_at, failing_since: failing.failing_since },
    })

    harness.clock.advance(3 * DAY_MS)
    await harness.service.jobs.dispatcher.drain()
    await until('the notice', () => typesOf(endpoint.id).length === 2)
    expect(collected.of(endpoint.id)[1]).toMatchObject({
      type: webhookEndpointDisabled.type,
      sequence: 2,
      data: { reason: 'failing', failing_since: failing.failing_since, missed_since: first.created_at },
    })
    await harness.service.jobs.dispatcher.drain()
    expect(await view()).toMatchObject({ enabled: false, disabled_reason: 'failing', health: { pending: 0 } })
    expect(typesOf(endpoint.id)).toEqual([webhookEndpointFailing.type, webhookEndpointDisabled.type])
    expect(await metric('usher_webhook_endpoints_failing')).toEqual({ '': 0 })
  })

  test('that recovers clears its health, and raises a second warning when it fails again', async () => {
    await using receiver = await startReceiver()
    const { api, endpoint, log } = await givenDelivery(harness, receiver, [500, 500, 200])
    const attempted = (count: number) =>
      until('the attempt', async () => (await log()).at(-1)?.attempts.length === count)
    await attempted(1)
    harness.clock.advance(2 * DAY_MS + HOUR_MS)
    await harness.service.jobs.dispatcher.drain()
    await until('the warning', () => typesOf(endpoint.id).length === 1)
    harness.clock.advance(HOUR_MS)
    await harness.service.jobs.dispatcher.drain()
    const { health } = (await api('GET', `/v1/webhook-endpoints/${endpoint.id}`)).body
    expect(health).toMatchObject({ failing_since: null, disables_at: null, pending: 0 })
    expect(health.last_success_at).not.toBeNull()

    receiver.answers.push(...Array(10).fill(500))
    await harness.publish(anEvent(harness.organizationId))
    await until(
      'its attempt',
      async () => (await log())[0].attempts.length === 1 && (await log()).length === 2,
    )
    harness.clock.advance(2 * DAY_MS + HOUR_MS)
    await harness.service.jobs.dispatcher.drain()
    await until('the second warning', () => typesOf(endpoint.id).length === 2)
    expect(collected.of(endpoint.id).map(({ type, sequence }) => [type, sequence])).toEqual([
      [webhookEndpointFailing.type, 1],
      [webhookEndpointFailing.type, 2],
    ])
    await api('DELETE', `/v1/webhook-endpoints/${endpoint.id}`)
  })

  test('that answers 410 to 20 attempts at once raises one disabled event', async () => {
    await using receiver = await startReceiver()
    receiver.answers.push(...Array(20).fill(410))
    const api = harness.client()
    const { id } = await givenEndpoint(api, `${receiver.url}?key=secret`)
    await harness.publish(...Array.from({ length: 20 }, () => anEvent(harness.organizationId)))
    await until('the results', async () =>
      (await deliveriesOf(api, id)).every(({ status }: { status: string }) => status === 'failed'),
    )
    await until('the notice', () => typesOf(id).length > 0)
    await harness.service.jobs.dispatcher.drain()
    expect(collected.of(id)).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ reason: 'gone', url: receiver.url }) }),
    ])
  })
})
