import type { ClockService, ClockWork, ClockWorkDone, CloudEvent } from '@usher/contracts'
import { expect, test } from 'vitest'
import { WorldWork } from './world-work.ts'

const START = new Date('2026-03-02T09:00:00.000Z')
const NO_SHOW_AT = new Date('2026-03-02T09:10:00.000Z')
const END = new Date('2026-03-02T12:00:00.000Z')

/** Services of a test clock that tell what the test puts into their outboxes, and note what they are asked. */
function givenServices() {
  const outboxes = new Map<ClockService, ClockWorkDone['outbox']>()
  const handled: { service: ClockService; at: string; id: string }[] = []
  /** Services whose next answer is lost. */
  const failing = new Set<ClockService>()
  const dues = new Map<ClockService, string>()
  const consumes: Record<ClockService, string[]> = {
    queue: [],
    'booking-platform': [],
    notification: ['guest.no_show', 'booking.created'],
    'webhook-delivery': ['guest.no_show', 'booking.created'],
  }
  const told = new Map<ClockService, Set<string>>()
  let marks = 0
  const lastMark = new Map<ClockService, string>()
  const work = new WorldWork(
    async (service, { after, segments, taken, until }: Omit<ClockWork, 'organization_id'>) => {
      if (failing.delete(service)) throw new Error(`${service} does not answer`)
      if (after !== lastMark.get(service)) told.set(service, new Set())
      for (const { now, events } of segments)
        for (const { id } of events) handled.push({ service, at: now, id })
      const outbox = (outboxes.get(service) ?? []).filter(({ id }) => !taken.includes(id))
      outboxes.set(service, outbox)
      const due = dues.get(service) ?? null
      if (due !== null && due <= until) dues.delete(service)
      const mark = `mark ${++marks}`
      lastMark.set(service, mark)
      const its = told.get(service) ?? new Set()
      told.set(service, its)
      const fresh = outbox.filter(({ id }) => !its.has(id))
      for (const { id } of fresh) its.add(id)
      return { outbox: fresh, next_due: dues.get(service) ?? null, consumes: consumes[service], mark }
    },
    { now: START.toISOString(), dues: {} },
  )
  const tell = (service: ClockService, id: string, type: string) =>
    outboxes.set(service, [
      ...(outboxes.get(service) ?? []),
      { id, events: [{ id, type, time: NO_SHOW_AT.toISOString() } as CloudEvent] },
    ])
  return { work, tell, dues, failing, handled }
}

/** As whoever drives a clock does. */
async function insist(work: () => Promise<void>): Promise<void> {
  await work().catch(() => insist(work))
}

const at = NO_SHOW_AT.toISOString()

/** Two services of which each has something due, and tells of it. */
async function givenDue() {
  const services = givenServices()
  services.dues.set('queue', at).set('booking-platform', at)
  await services.work.settle(START, [])
  services.tell('queue', 'no show', 'guest.no_show')
  services.tell('booking-platform', 'booking', 'booking.created')
  return services
}

test.each(['queue', 'booking-platform', 'notification', 'webhook-delivery'] as const)(
  'given two services with something due, when %s does not answer at first, then all that they tell is handled once, at its time',
  async (failed) => {
    const { work, failing, handled } = await givenDue()
    failing.add(failed)
    await insist(() => work.settleDue(NO_SHOW_AT))
    await insist(() => work.settleDue(END))
    await insist(() => work.finish(END))
    const all = ['notification', 'webhook-delivery'].flatMap((service) => [
      { service, at, id: 'booking' },
      { service, at, id: 'no show' },
    ])
    expect(handled.toSorted((a, b) => (a.service + a.id < b.service + b.id ? -1 : 1))).toEqual(all)
  },
)
