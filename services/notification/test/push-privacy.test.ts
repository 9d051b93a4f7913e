import { createECDH } from 'node:crypto'
import {
  type CloudEvent,
  organizationUpdated,
  type PrivacySubject,
  type PushSubscription,
  privacyRequested,
} from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { goldenEvents, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { sealedSubscription } from '../src/guests/push-subscription.ts'
import { givenSubscribed, startWithPush } from './push-guests.ts'

type All = Awaited<ReturnType<typeof startWithPush>>

const PHONE = { phone: '+14155550123' }

/** What the database has of all guests. */
async function guestsIn({ harness }: All): Promise<{ push?: { sealed: string } }[]> {
  const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
  try {
    return (await connection.collection('guests').find().toArray()) as object[]
  } finally {
    await connection.destroy()
  }
}

function wish({ harness }: All, kind: 'export' | 'erasure', subject: PrivacySubject): CloudEvent {
  const id = newId('privacyRequest')
  const origin = { organizationId: harness.organizationId, actor: 'mem_test', requestId: 'test' }
  const data = { id, kind, subject }
  return newEvent(privacyRequested, { ...{ subject: id, sequence: 1, time: new Date(), origin }, data })
}

/** Publishes a request and waits for its last answer. */
async function answerTo(all: All, request: CloudEvent): Promise<unknown> {
  const { harness } = all
  await harness.publish(request)
  return await until('the answer', async () => {
    harness.clock.advance(121_000)
    await harness.service.jobs.privacy.run()
    return harness.events.of(request.subject).find(({ type }) => type === 'privacy.completed')?.data
  })
}

describe('a guest with a push subscription', () => {
  test('has the endpoint and the keys of the subscription encrypted in the database', async () => {
    await using all = await startWithPush()
    const { subscription } = await givenSubscribed(all, PHONE)
    const kept = JSON.stringify(await guestsIn(all))
    expect(kept).toContain('"sealed":"test.')
    for (const secret of [subscription.endpoint, ...Object.values(subscription.keys)])
      expect(kept).not.toContain(secret)
  })

  test('is exported with the fact of the subscription, without its endpoint and secret', async () => {
    await using all = await startWithPush()
    const { id, subscription } = await givenSubscribed(all, PHONE)
    await all.givenGuest({ phone: '+14155550124' })
    for (const subject of [{ phone: '+14155550123' }, { guest_id: id }, { organization: true }] as const) {
      const answer = JSON.stringify(await answerTo(all, wish(all, 'export', subject)))
      expect(answer.match(/"type":"push_subscription","guest_id":"\w+"/g)).toEqual([
        `"type":"push_subscription","guest_id":"${id}"`,
      ])
      expect(answer).not.toContain(subscription.keys.auth)
      expect(answer).not.toContain(subscription.endpoint)
    }
  })

  test('who is erased loses the subscription and cannot subscribe again', async () => {
    await using all = await startWithPush()
    const { token, subscription } = await givenSubscribed(all, PHONE)
    await answerTo(all, wish(all, 'erasure', { phone: '+14155550123' }))
    expect((await guestsIn(all)).filter(({ push }) => push)).toEqual([])
    expect((await all.ask('PUT', token, subscription)).status).toBe(404)
  })

  test('loses the subscription when the retention period ends', async () => {
    await using all = await startWithPush()
    const { harness } = all
    const { token, becomes } = await givenSubscribed(all, PHONE)
    await becomes('seated')
    await all.untilStatus(token, 409)
    const golden = goldenEvents().find(({ type }) => type === organizationUpdated.type) as CloudEvent
    const organizationid = harness.organizationId
    const data = { ...(golden.data as object), guest_retention_days: 1 }
    const event = { ...golden, id: newId('event'), organizationid, subject: organizationid, data }
    await harness.publish(event)
    await until('it to be deleted', async () => {
      harness.clock.advance(2 * DAY_MS)
      await harness.service.jobs.retention.run()
      return (await guestsIn(all)).every(({ push }) => !push)
    })
    expect(await guestsIn(all)).toEqual([])
  })

  test('with an endpoint in a private network gets an SMS, and the endpoint is never connected to', async () => {
    await using all = await startWithPush({ allowedAddresses: [] })
    const guest = await all.givenGuest()
    const subscription = all.push.subscribe()
    const refused = await all.ask('PUT', guest.token, subscription)
    expect(refused.body.errors).toMatchObject([{ pointer: '/endpoint', code: 'address_not_allowed' }])
    await store(all, guest.id, subscription)
    await guest.isCalled()
    const [pushed, sms] = await all.calls(guest.id, 2)
    expect(pushed).toMatchObject({ channel: 'push', status: 'failed', error: { code: 'url_refused' } })
    expect(sms?.channel).toBe('sms')
    expect(all.push.requests).toEqual([])
  })

  test('with unusable stored keys gets an SMS, and the push provider is not rested', async () => {
    await using all = await startWithPush()
    const guest = await all.givenGuest()
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const { keys, ...subscription } = all.push.subscribe()
    const p256dh = pair.getPublicKey('base64url', 'hybrid')
    await store(all, guest.id, { ...subscription, keys: { ...keys, p256dh } })
    await guest.isCalled()
    const [pushed, sms] = await all.calls(guest.id, 2)
    expect(pushed).toMatchObject({ channel: 'push', error: { code: 'subscription_unusable' } })
    expect(sms?.channel).toBe('sms')
    const metrics = await (await fetch(`${all.harness.service.url}/metrics`)).text()
    expect(metrics).not.toMatch(/usher_message_providers_resting\{provider="web-push"/)
  })
})

/** Stores a subscription that the service itself would refuse. */
async function store({ harness }: All, guest: string, subscription: PushSubscription): Promise<void> {
  const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
  const { secretKeys: keys } = harness.config
  const push = sealedSubscription({ _id: guest }, subscription, { keys, now: new Date() })
  await connection.collection<{ _id: string }>('guests').updateOne({ _id: guest }, { $set: { push } })
  await connection.destroy()
}
