import { OUT_OF_ORDER, TOO_MANY, type TwilioFault, until } from '@usher/test-kit'
import { givenNotification, untilStatus } from './harness.ts'
import { startWithTwilio } from './providers.ts'

const outcomesOf = ({ attempts }: { attempts: { outcome: string }[] }) =>
  attempts.map(({ outcome }) => outcome)

const failing = (code: number): TwilioFault => ({ status: 400, code, message: 'words of Twilio' })

describe('Twilio as provider', () => {
  test('gets a message as configured, and its receipts set the statuses and raise the events', async () => {
    await using all = await startWithTwilio()
    const { id } = await givenNotification(all.api)
    const sent = await untilStatus(all.api, id, 'sent')
    expect(sent).toMatchObject({ provider: 'twilio', attempts: [{ outcome: 'sent', error: null }] })
    const message = await all.accepted()
    expect(message).toMatchObject({
      ...{ to: '+14155552671', from: '+15005550006', body: 'Your table is ready.', validityPeriod: '14400' },
      statusCallback: expect.stringMatching(
        new RegExp(
          `^https://usher\\.test/callbacks/messages/[\\w-]{43}/twilio-status\\?notification_id=${id}$`,
        ),
      ),
    })
    for (const status of ['queued', 'sent', 'delivered'] as const) {
      expect(await all.twilio.tell(message, status)).toMatchObject({ status: 204 })
    }
    await untilStatus(all.api, id, 'delivered')
    await until('both events', () => all.eventsOf(id).length === 2)
    expect(all.eventsOf(id)).toEqual(['notification.sent', 'notification.delivered'])
    expect(JSON.stringify(sent)).not.toContain(message.sid)
  })

  test.each([
    [21_211, 'invalid_number'],
    [21_610, 'opted_out'],
    [21_614, 'not_mobile'],
    [20_003, 'credentials_refused'],
    [29_999, 'provider_refused'],
  ])('answering %d fails the message with %s after one attempt', async (code, ours) => {
    await using all = await startWithTwilio()
    all.twilio.faults.push(failing(code))
    const { id } = await givenNotification(all.api)
    const failed = await untilStatus(all.api, id, 'failed')
    expect(failed.error).toEqual({ code: ours, message: expect.any(String), provider_code: String(code) })
    expect(failed.error?.message).not.toContain('words of Twilio')
    expect([outcomesOf(failed), all.twilio.requests.length]).toEqual([['refused'], 1])
  })

  test('failing with 500 and then 429 gets the message once, after its Retry-After', async () => {
    await using all = await startWithTwilio()
    all.twilio.faults.push(OUT_OF_ORDER, { ...(TOO_MANY as object), retryAfter: 240 } as TwilioFault)
    const { id } = await givenNotification(all.api)
    const waitFor = async (attempts: number) =>
      await until('the next attempt to be set', async () => {
        const { body } = await all.api('GET', `/v1/notifications/${id}`)
        return body.attempts.length >= attempts && body.next_attempt_at && body
      })
    const first = await waitFor(1)
    expect(first.attempts[0].error).toMatchObject({ code: 'provider_unavailable', provider_code: '20500' })
    all.harness.clock.advance(2_000)
    const second = await waitFor(2)
    expect(second.attempts[1].error).toMatchObject({ code: 'provider_busy', provider_code: '20429' })
    const wait = Date.parse(second.next_attempt_at) - Date.parse(second.attempts[1].at)
    expect(wait).toBe(240_000)
    all.harness.clock.advance(wait)
    expect(outcomesOf(await untilStatus(all.api, id, 'sent'))).toEqual(['failed', 'failed', 'sent'])
    expect(all.twilio.messages).toHaveLength(1)
  })

  test('whose answer is lost gets the message once, and its receipt makes the failed message delivered', async () => {
    await using all = await startWithTwilio()
    all.twilio.faults.push('cut')
    const { id } = await givenNotification(all.api)
    const failed = await untilStatus(all.api, id, 'failed')
    expect(failed).toMatchObject({ error: { code: 'outcome_unknown' }, next_attempt_at: null })
    await until('its event', () => all.eventsOf(id).length === 1)
    all.harness.clock.advance(3_600_000)
    await all.service.jobs.dispatcher.drain()
    expect(all.twilio.requests).toHaveLength(1)
    await all.twilio.tell(await all.accepted(), 'delivered')
    const delivered = await untilStatus(all.api, id, 'delivered')
    expect(delivered).toMatchObject({ error: null, failed_at: null, sent_at: expect.any(String) })
    await until('both events', () => all.eventsOf(id).length === 2)
    expect(all.eventsOf(id)).toEqual(['notification.failed', 'notification.delivered'])
  })

  test('that is unreachable leaves the message queued for a retry', async () => {
    await using all = await startWithTwilio()
    await all.twilio[Symbol.asyncDispose]()
    const { id } = await givenNotification(all.api)
    const waiting = await until('the first attempt', async () => {
      const { body } = await all.api('GET', `/v1/notifications/${id}`)
      return body.attempts.length >= 1 && body
    })
    expect(waiting.status).toBe('queued')
    expect(waiting.attempts[0]).toMatchObject({ outcome: 'failed', error: { code: 'provider_unreachable' } })
  })
})

describe('Twilio callbacks', () => {
  test('repeated and out of order keep the first final status and raise each event once', async () => {
    await using all = await startWithTwilio()
    const { id } = await givenNotification(all.api)
    await untilStatus(all.api, id, 'sent')
    const message = await all.accepted()
    for (const status of ['delivered', 'sent', 'delivered', 'queued'] as const) {
      expect((await all.twilio.tell(message, status)).status).toBe(204)
    }
    expect((await all.twilio.tell(message, 'undelivered', { errorCode: 30_003 })).status).toBe(204)
    expect((await untilStatus(all.api, id, 'delivered')).error).toBeNull()
    await until('both events', () => all.eventsOf(id).length === 2)
    expect(all.eventsOf(id)).toEqual(['notification.sent', 'notification.delivered'])
  })

  test('before the answer to the request raise both the sent and the delivered event', async () => {
    await using all = await startWithTwilio({ statuses: ['delivered'] })
    all.twilio.faults.push('silence')
    const { id } = await givenNotification(all.api)
    await untilStatus(all.api, id, 'delivered')
    await until('both events', () => all.eventsOf(id).length === 2)
    expect(all.eventsOf(id)).toEqual(['notification.sent', 'notification.delivered'])
  })

  test('with an undelivered error fail the message with the reason in words', async () => {
    await using all = await startWithTwilio()
    const { id } = await givenNotification(all.api)
    await untilStatus(all.api, id, 'sent')
    await all.twilio.tell(await all.accepted(), 'undelivered', { errorCode: 30_006 })
    const { error } = await untilStatus(all.api, id, 'failed')
    expect(error).toEqual({
      code: 'landline',
      message: 'The number is a landline, or its network takes no messages.',
      provider_code: '30006',
    })
  })

  test('with a forged or missing signature answer 403 and change nothing', async () => {
    await using all = await startWithTwilio()
    const { id } = await givenNotification(all.api)
    await untilStatus(all.api, id, 'sent')
    const message = await all.accepted()
    const authToken = 'f'.repeat(32)
    expect((await all.twilio.tell(message, 'delivered', { authToken })).status).toBe(403)
    const unsigned = await fetch(
      message.statusCallback?.replace('https://usher.test', all.service.url) ?? '',
      {
        method: 'POST',
        headers: { ...all.harness.gateway(), 'content-type': 'application/x-www-form-urlencoded' },
        body: `MessageSid=${message.sid}&MessageStatus=delivered`,
      },
    )
    expect(unsigned.status).toBe(403)
    expect((await all.api('GET', `/v1/notifications/${id}`)).body.status).toBe('sent')
  })

  test('for another organisation, an unknown token or a wrong SID change nothing', async () => {
    await using all = await startWithTwilio()
    const { id } = await givenNotification(all.api)
    await untilStatus(all.api, id, 'sent')
    const message = await all.accepted()
    const stranger = all.manager({ organization_id: 'org_01h455vb4pex5vsknk084sn02q' })
    const made = await stranger('POST', '/account/message-providers', { body: all.twilio.provider })
    const token = made.body.callbacks.inbound_url.split('/').at(-2)
    const own = message.statusCallback?.split('/').at(-2) ?? ''
    const at = (given: string) => message.statusCallback?.replace(own, given) ?? ''
    expect((await all.twilio.tell({ ...message, statusCallback: at(token) }, 'delivered')).status).toBe(204)
    expect((await all.twilio.tell({ ...message, statusCallback: at('none') }, 'delivered')).status).toBe(404)
    expect((await all.twilio.tell({ ...message, sid: `SM${'0'.repeat(32)}` }, 'delivered')).status).toBe(204)
    expect((await all.api('GET', `/v1/notifications/${id}`)).body.status).toBe('sent')
  })

  test('with an inbound message answer empty TwiML, and 403 when forged', async () => {
    await using all = await startWithTwilio()
    const url = (all.provider.callbacks.inbound_url ?? '') as string
    const inbound = {
      from: '+14155552671',
      to: '+15005550006',
      body: 'Cancel 🙂',
      optOutType: 'STOP' as const,
    }
    expect(await all.twilio.receive(url, inbound)).toEqual({
      status: 200,
      contentType: 'text/xml; charset=utf-8',
      body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
    })
    const authToken = 'f'.repeat(32)
    expect((await all.twilio.receive(url, inbound, { authToken })).status).toBe(403)
  })
})
