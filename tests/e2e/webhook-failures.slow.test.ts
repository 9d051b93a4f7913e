import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '@usher/service-kit/durations'
import { type Client, until } from '@usher/test-kit'
import { type Services, startServices } from './privacy-services.ts'

/** The documented schedule, in ms from each failed attempt to the next. */
const SCHEDULE = [
  5_000,
  300_000,
  HOUR_MS / 2,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
]
/** Time from the end of an attempt until the next is planned, at most. */
const SLACK_MS = 2_000

interface Attempt {
  readonly started_at: string
  readonly duration_ms: number
}
interface Delivery {
  readonly status: string
  readonly body: string
  readonly attempts: readonly Attempt[]
  readonly next_attempt_at: string | null
  readonly created_at: string
}

const nameOf = (body: string): string => JSON.parse(body).data.name

/** The development mailbox. */
async function openMailbox() {
  const folder = await mkdtemp(join(tmpdir(), 'usher-mail-'))
  return {
    folder,
    async mails() {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
      return await Promise.all(
        files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))),
      )
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** Advances the clock: runs whatever is due at its time, and adds a guest twice a day. */
async function letDaysPass(services: Services, days: number, call: Client, endpoint: string) {
  const { clock, webhooks } = services
  const queue = (await call('POST', '/v1/queues', { body: { name: 'Door' } })).body.id
  const log = async (): Promise<Delivery[]> =>
    (await call('GET', `${endpoint}/deliveries?limit=100`)).body.data
  const end = clock.now().getTime() + days * DAY_MS
  const names: string[] = []
  const waits = new Map<number, number>()
  for (let nextGuest = clock.now().getTime(); clock.now().getTime() < end; ) {
    const all = await log()
    noteWait(waits, all.at(-1))
    const pending = all.flatMap(({ next_attempt_at: at }) => (at ? [Date.parse(at)] : []))
    const next = Math.min(...pending, nextGuest, end)
    clock.advance(Math.max(0, next - clock.now().getTime()))
    await webhooks.jobs.dispatcher.drain()
    if (clock.now().getTime() < nextGuest) continue
    const name = `Guest ${names.length}`
    names.push(name)
    await call('POST', `/v1/queues/${queue}/guests`, { body: { name } })
    await until('its delivery', async () => {
      const found = (await log()).find(({ body }) => nameOf(body) === name)
      return found && (found.status === 'failed' || found.attempts.length > 0)
    })
    nextGuest += DAY_MS / 2
  }
  return { names, waits, log: (await log()).toReversed() }
}

/** Records the planned wait after the latest attempt, in ms. The attempt itself comes later on a slow machine. */
function noteWait(waits: Map<number, number>, delivery: Delivery | undefined): void {
  const last = delivery?.attempts.at(-1)
  if (!last || !delivery?.next_attempt_at) return
  const endedAt = Date.parse(last.started_at) + last.duration_ms
  waits.set(delivery.attempts.length - 1, Date.parse(delivery.next_attempt_at) - endedAt)
}

describe('a receiver that fails for six days', () => {
  test('is reported by e-mail and disabled after five days, and a replay delivers all missed events', async () => {
    await using mailbox = await openMailbox()
    await using services = await startServices({ mailOutbox: mailbox.folder })
    const { receiver } = services
    const { call } = await services.organization('ada@usher.test')
    receiver.answers.push(...Array(1_000).fill(500))
    const settings = { url: receiver.url, event_types: ['guest.added'] }
    const { id } = (await call('POST', '/v1/webhook-endpoints', { body: settings })).body
    const endpoint = `/v1/webhook-endpoints/${id}`
    const { names, waits, log } = await letDaysPass(services, 6, call, endpoint)

    const [first] = log as [Delivery]
    expect(first.attempts).toHaveLength(SCHEDULE.length + 1)
    // A slow machine makes some attempts before their plan was read.
    expect(waits.size).toBeGreaterThan(SCHEDULE.length / 2)
    for (const [index, wait] of waits) {
      const planned = SCHEDULE[index] ?? 0
      expect(wait).toBeGreaterThanOrEqual(planned - SLACK_MS)
      expect(wait).toBeLessThanOrEqual(planned * 1.1 + SLACK_MS)
    }
    const failingSince = Date.parse(first.attempts[0]?.started_at ?? '')
    const mails = await until('the mails', async () => {
      const found = (await mailbox.mails()).filter(({ to }) => to === 'ada@usher.test')
      return found.length === 2 && found
    })
    const [warning, notice] = mails
    expect([warning.alert, notice.alert]).toEqual(['failing', 'disabled'])
    const daysAt = (time: string) => (Date.parse(time) - failingSince) / DAY_MS
    expect(daysAt(warning.at)).toBeGreaterThanOrEqual(2)
    expect(daysAt(warning.at)).toBeLessThan(2.5)
    expect(daysAt(warning.disabled_at)).toBeCloseTo(5, 3)
    expect(daysAt(notice.disabled_at)).toBeGreaterThanOrEqual(5)
    expect(daysAt(notice.disabled_at)).toBeLessThan(5.5)
    const lastAttempt = Math.max(
      ...log.flatMap(({ attempts }) => attempts.map(({ started_at }) => Date.parse(started_at))),
    )
    expect(lastAttempt).toBeLessThanOrEqual(Date.parse(notice.disabled_at))

    receiver.answers.length = 0
    receiver.received.length = 0
    const enabled = (await call('PATCH', endpoint, { body: { enabled: true } })).body
    expect(enabled).toMatchObject({ enabled: true, missed: { deliveries: names.length } })
    const replay = await call('POST', `${endpoint}/replay`, { body: { since: enabled.missed.since } })
    await until('the replay', async () => {
      const { body } = await call('GET', `${endpoint}/replays/${replay.body.id}`)
      return body.status === 'completed' && body.delivered === names.length
    })
    expect(receiver.received.map(({ raw }) => nameOf(raw.toString()))).toEqual(names)
    expect((await call('GET', endpoint)).body).toMatchObject({
      missed: null,
      health: { failing_since: null },
    })
  })
})
