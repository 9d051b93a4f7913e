import { CLOCK_SERVICES, clockOrganizationId, organizationCreated } from '@usher/contracts'
import { newEvent, newId, WORLD_HEADER } from '@usher/service-kit'
import type { Client } from '@usher/test-kit'
import { startReceiver } from '@usher/test-kit'
import { expect, test } from 'vitest'
import { workOf } from '../gateway/src/test-clocks/service-work.ts'
import { WorldWork } from '../gateway/src/test-clocks/world-work.ts'
import { startTwoReplicas } from './two-replicas.ts'

const HOUR_MS = 3_600_000
const ROUNDS = 10
const MESSAGES = { automatic: { reminder: true, no_show: true }, reminder_after_minutes: 5 }

/** A test clock of services with two replicas each, driven as by a gateway. */
async function givenClock() {
  const replicas = await startTwoReplicas()
  const organizationId = clockOrganizationId(newId('organization'), newId('testClock'))
  let now = new Date('2026-03-02T09:00:00.000Z')
  const work = () =>
    new WorldWork(workOf(organizationId, replicas.clients), { now: now.toISOString(), dues: {} })
  const introduction = newEvent(organizationCreated, {
    ...{ subject: organizationId, sequence: 1, time: now },
    origin: { organizationId, actor: 'system', requestId: newId('request') },
    data: {
      ...{ id: organizationId, name: 'Trial', plan: 'development', early_access: true },
      ...{ country: 'US', timezone: 'UTC' },
    },
  })
  const advance = async (ms: number, introduced: Parameters<WorldWork['introduce']>[0] = []) => {
    const its = work()
    its.introduce(introduced, now)
    await its.settle(now, CLOCK_SERVICES)
    const to = new Date(now.getTime() + ms)
    while (now < to) {
      now = its.nextDue && its.nextDue < to ? its.nextDue : to
      await its.settleDue(now)
    }
    await its.finish(now)
  }
  await advance(0, [introduction])
  const clientOf = (service: (typeof CLOCK_SERVICES)[number]): Client => {
    const caller = () => ({ organization_id: organizationId, clock_now: now.toISOString() })
    const client = replicas.client(service, caller)
    return async (method, path, options = {}) => {
      const answer = await client(method, path, { ...options, headers: { [WORLD_HEADER]: '1' } })
      if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer
    }
  }
  return {
    ...{ queue: clientOf('queue'), notification: clientOf('notification') },
    ...{ webhooks: clientOf('webhook-delivery'), advance },
    [Symbol.asyncDispose]: () => replicas[Symbol.asyncDispose](),
  }
}

test('given two replicas of each service that take turns, when time passes, then everything happens once, at its time', async () => {
  await using receiver = await startReceiver()
  await using clock = await givenClock()
  const { queue, notification, webhooks, advance } = clock
  const endpoint = { url: receiver.url, event_types: ['guest.no_show'] }
  await webhooks('POST', '/v1/webhook-endpoints', { body: endpoint })
  const body = { name: 'Trial', timezone: 'UTC', no_show_after_minutes: 10 }
  const queueId = (await queue('POST', '/v1/queues', { body })).body.id
  await advance(0)
  await notification('PATCH', `/v1/queues/${queueId}/messages`, { body: MESSAGES })
  for (let round = 0; round < ROUNDS; round += 1) {
    const guest = { name: 'Ada', phone: '+14155552671' }
    const { id } = (await queue('POST', `/v1/queues/${queueId}/guests`, { body: guest })).body
    const called = (await queue('POST', `/v1/guests/${id}/notify`)).body
    await advance(6 * HOUR_MS)
    const minutes = (at: string) => (Date.parse(at) - Date.parse(called.notified_at)) / 60_000
    const state = (await queue('GET', `/v1/guests/${id}`)).body
    expect([state.status, minutes(state.no_show_at)]).toEqual(['no_show', 10])
    const sent = (await notification('GET', `/v1/notifications?guest_id=${id}`)).body.data
    const told = sent.map(({ kind, status, sent_at }: Record<string, string>) => [
      kind,
      status,
      minutes(sent_at ?? ''),
    ])
    expect(told.toReversed()).toEqual([
      ['added', 'delivered', 0],
      ['ready', 'delivered', 0],
      ['reminder', 'delivered', 5],
      ['no_show', 'delivered', 10],
    ])
    expect(receiver.received).toHaveLength(round + 1)
  }
}, 120_000)
