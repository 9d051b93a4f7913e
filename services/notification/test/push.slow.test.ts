import { until } from '@usher/test-kit'
import { givenNotification, untilStatus } from './harness.ts'
import { givenSubscribed, PUSH_KEYS, startWithPush } from './push-guests.ts'

let all: Awaited<ReturnType<typeof startWithPush>>
beforeAll(async () => {
  all = await startWithPush()
})
afterAll(() => all[Symbol.asyncDispose]())

const outcomesOf = (messages: readonly { channel: string; status: string }[]) =>
  messages.map(({ channel, status }) => [channel, status])

describe('a guest with a push-enabled browser', () => {
  test('is called by push in their own language, and gets no SMS', async () => {
    const guest = await givenSubscribed(all, { locale: 'de', name: 'Ada' })
    await guest.isCalled()
    const [call] = await all.calls(guest.id)
    expect(call).toMatchObject({ channel: 'push', to: guest.id, status: 'sent', provider: 'web-push' })
    expect(outcomesOf(await all.calls(guest.id))).toEqual([['push', 'sent']])
    const [pushed] = guest.pushed()
    expect(pushed?.payload).toEqual({
      title: expect.stringMatching(/^Sie sind an der Reihe/),
      body: call?.text,
      url: `/w/${guest.token}`,
      tag: call?.id,
    })
    expect(call?.text).toContain('Ada')
    expect(pushed).toMatchObject({ urgency: 'high', topic: call?.id })
    expect(pushed?.ttl).toBeGreaterThan(14 * 60)
    expect(pushed?.ttl).toBeLessThanOrEqual(15 * 60)
    expect(pushed?.claims).toMatchObject({ aud: all.push.origin, sub: PUSH_KEYS.contact })
  })

  test('is called by push without a phone number and an e-mail address', async () => {
    const guest = await givenSubscribed(all, { phone: null })
    await guest.isCalled()
    expect(outcomesOf(await all.calls(guest.id))).toEqual([['push', 'sent']])
    expect(guest.pushed()).toHaveLength(1)
  })

  test('is called by push despite an SMS opt-out, and not by SMS after unsubscribing', async () => {
    const phone = '+14155550199'
    const guest = await givenSubscribed(all, { phone })
    await all.harness.client()('POST', '/v1/notifications/opt-outs', { body: { to: phone } })
    await guest.isCalled()
    expect(outcomesOf(await all.calls(guest.id))).toEqual([['push', 'sent']])
    await all.ask('DELETE', guest.token)
    await guest.isCalled()
    const [, sms] = await all.calls(guest.id, 2)
    expect(sms).toMatchObject({ channel: 'sms', error: { code: 'opted_out' } })
  })

  test('whose subscription is gone is called by SMS, and directly by SMS the next time', async () => {
    const guest = await givenSubscribed(all)
    all.push.end(guest.subscription)
    await guest.isCalled()
    const [pushed, sms] = await all.calls(guest.id, 2)
    expect(pushed).toMatchObject({ error: { code: 'subscription_gone' }, failover_to: sms?.id })
    expect(sms).toMatchObject({ channel: 'sms', failover_of: pushed?.id })
    const failed = await until('the event', () =>
      all.harness.events.of(pushed?.id ?? '').find(({ type }) => type === 'notification.failed'),
    )
    expect(failed.data).toMatchObject({ channel: 'push', failover_to: sms?.id })
    await guest.isCalled()
    expect((await all.calls(guest.id, 3)).at(-1)).toMatchObject({ channel: 'sms', failover_of: null })
  })

  test('is called by SMS when the push service answers 410', async () => {
    const guest = await givenSubscribed(all)
    all.push.answers.push({ status: 410 })
    await guest.isCalled()
    const messages = await all.calls(guest.id, 2)
    expect(messages).toMatchObject([{ channel: 'push', status: 'failed' }, { channel: 'sms' }])
  })

  test('is called again under the same topic after the retry-after of a busy push service', async () => {
    const guest = await givenSubscribed(all)
    all.push.answers.push({ status: 429, headers: { 'retry-after': '12' } }, { status: 503 })
    await guest.isCalled()
    const waiting = await all.callAfter(guest.id, 1)
    const waitMs = Date.parse(waiting.next_attempt_at ?? '') - Date.parse(waiting.attempts[0]?.at ?? '')
    expect(waitMs).toBe(12_000)
    all.harness.clock.advance(12_000)
    await all.callAfter(guest.id, 2)
    all.harness.clock.advance(10_000)
    const [call] = await all.calls(guest.id)
    expect(call?.attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'sent'])
    expect(guest.pushed().map(({ topic }) => topic)).toEqual([call?.id])
  })

  test('is called again soon when the push service does not answer', async () => {
    const guest = await givenSubscribed(all)
    all.push.answers.push({ status: null })
    await guest.isCalled()
    const { attempts } = await all.callAfter(guest.id, 1)
    expect(attempts[0]).toMatchObject({ outcome: 'failed', error: { code: 'no_answer' } })
    all.harness.clock.advance(4_000)
    expect(await all.calls(guest.id)).toMatchObject([{ channel: 'push', status: 'sent' }])
  })

  test('is called by SMS after three failed attempts at push', async () => {
    const guest = await givenSubscribed(all)
    all.push.answers.push(...Array(3).fill({ status: 500 }))
    await guest.isCalled()
    for (const attempts of [1, 2]) {
      await all.callAfter(guest.id, attempts)
      all.harness.clock.advance(10_000)
    }
    const [pushed, sms] = await all.calls(guest.id, 2)
    expect(pushed).toMatchObject({ channel: 'push', status: 'failed', error: { provider_code: '500' } })
    expect(sms).toMatchObject({ channel: 'sms', failover_of: pushed?.id })
  })

  test('is called by SMS at once when the push service asks for a long wait', async () => {
    const guest = await givenSubscribed(all)
    all.push.answers.push({ status: 429, headers: { 'retry-after': '600' } })
    await guest.isCalled()
    expect(outcomesOf(await all.calls(guest.id, 2))).toMatchObject([
      ['push', 'failed'],
      ['sms', expect.any(String)],
    ])
  })

  test('reachable only by push is tried again for minutes while the push service fails', async () => {
    const guest = await givenSubscribed(all, { phone: null })
    all.push.answers.push(...Array(4).fill({ status: 503 }))
    await guest.isCalled()
    for (const attempts of [1, 2, 3, 4]) {
      await all.callAfter(guest.id, attempts)
      all.harness.clock.advance(120_000)
    }
    expect(outcomesOf(await all.calls(guest.id))).toEqual([['push', 'sent']])
  })

  test('is called in the browser that subscribed last', async () => {
    const guest = await givenSubscribed(all)
    const other = all.push.subscribe()
    await all.ask('PUT', guest.token, other)
    await guest.isCalled()
    await all.calls(guest.id)
    expect(guest.pushed()).toEqual([])
    expect(all.push.pushed.some(({ path }) => other.endpoint.endsWith(path))).toBe(true)
  })

  test('sees the longest staff text shortened to what fits', async () => {
    const guest = await givenSubscribed(all)
    const text = '🍜'.repeat(700)
    const { id, channel } = await givenNotification(all.harness.client(), {
      ...{ to: undefined, guest_id: guest.id, channel: 'push', text },
    })
    expect(channel).toBe('push')
    await untilStatus(all.harness.client(), id, 'sent')
    expect(guest.pushed()[0]?.payload.body).toMatch(/^(?:🍜)+…$/u)
  })
})

describe('failing push services', () => {
  test('failed pushes to other guests do not delay the push to the next guest', async () => {
    await using own = await startWithPush()
    const subscribed = async () => {
      const guest = await own.givenGuest()
      await own.ask('PUT', guest.token, own.push.subscribe())
      return guest
    }
    own.push.answers.push(...Array(6).fill({ status: 500 }))
    for (let count = 0; count < 6; count += 1) {
      const other = await subscribed()
      await other.isCalled()
      await own.callAfter(other.id, 1)
    }
    const metrics = await (await fetch(`${own.harness.service.url}/metrics`)).text()
    expect(metrics).toMatch(/usher_message_attempts_total\{provider="web-push",outcome="failed".*\} 6/)
    expect(metrics).not.toMatch(/usher_message_providers_resting\{provider="web-push"/)
    const guest = await subscribed()
    await guest.isCalled()
    const [call] = await own.calls(guest.id)
    expect(call).toMatchObject({ status: 'sent', attempts: [{ outcome: 'sent' }] })
  })
})

describe('message limits for push', () => {
  test('a guest at the hourly limit gets no SMS in place of the push', async () => {
    await using limited = await startWithPush()
    const guest = await limited.givenGuest({ phone: '+14155550111' })
    await limited.ask('PUT', guest.token, limited.push.subscribe())
    const api = limited.harness.manager()
    await api('PATCH', '/v1/notifications/settings', { body: { per_number_per_hour: 1 } })
    const given = { to: undefined, guest_id: guest.id, text: 'Hello' }
    await untilStatus(api, (await givenNotification(api, given)).id, 'sent')
    const second = await untilStatus(api, (await givenNotification(api, given)).id, 'failed')
    expect(second).toMatchObject({ channel: 'push', error: { code: 'number_limit' }, failover_to: null })
  })

  test('pushes do not count towards the daily limit of the organisation', async () => {
    await using limited = await startWithPush()
    const guest = await limited.givenGuest({ phone: null })
    await limited.ask('PUT', guest.token, limited.push.subscribe())
    const api = limited.harness.manager()
    await api('PATCH', '/v1/notifications/settings', { body: { per_organization_per_day: 1 } })
    const given = { to: undefined, guest_id: guest.id, text: 'Hello' }
    for (let count = 0; count < 2; count += 1)
      await untilStatus(api, (await givenNotification(api, given)).id, 'sent')
    await untilStatus(api, (await givenNotification(api)).id, 'delivered')
    const over = await untilStatus(api, (await givenNotification(api)).id, 'failed')
    expect(over.error?.code).toBe('organization_limit')
  })
})
