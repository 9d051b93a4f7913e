import { createAddressGuard, createLogger, createRefusalOf, systemClock } from '@usher/service-kit'
import { type FakeTwilio, OUT_OF_ORDER, startFakeTwilio, TOO_MANY, type TwilioFault } from '@usher/test-kit'
import { Agent } from 'undici'
import type { SendResult } from '../src/notifications/outcome.ts'
import { PROVIDER_KINDS } from '../src/providers/settings/provider-kinds.ts'
import { createReturnPaths } from '../src/providers/smtp/return-path.ts'

let twilio: FakeTwilio
beforeAll(async () => {
  twilio = await startFakeTwilio()
})
afterAll(() => twilio[Symbol.asyncDispose]())

/** Sends one message by the SDK. */
async function send(
  apiUrl = twilio.url,
  answerLimitMs = 14_000,
  expiresAt: Date | null = null,
): Promise<SendResult> {
  const isAllowedAddress = createAddressGuard([])
  const refusalOf = createRefusalOf({ httpsOnly: true, isAllowedAddress, ownHosts: [] })
  const { settings, credentials } = twilio.provider
  const setup = {
    id: 'mpr_test',
    channels: ['sms' as const],
    settings: { validity_seconds: 14_400, ...settings },
    credentials,
  }
  const provider = PROVIDER_KINDS.twilio.create(
    { ...setup, callbackUrl: (name) => `https://usher.test/${name}` },
    {
      ...{ clock: systemClock, log: createLogger('test', 'silent'), isAllowedAddress, refusalOf },
      ...{ resolve: async () => [], dispatcher: new Agent(), answerLimitMs, twilioApiUrl: apiUrl },
      returnPaths: createReturnPaths([]),
    },
  )
  const message = {
    id: 'ntf_test',
    organizationId: 'org_test',
    channel: 'sms' as const,
    subject: '',
    expiresAt,
    attempt: 1,
  }
  return await provider.send({ ...message, to: '+14155552671', text: 'Hi' }, AbortSignal.timeout(15_000))
}

const answering = (status: number, code: number): TwilioFault => ({ status, code, message: 'x' })

describe('sending a message with the Twilio SDK', () => {
  test.each<[string, TwilioFault, object]>([
    ['429', TOO_MANY, { outcome: 'failed', error: { code: 'provider_busy' } }],
    ['429 without a code', answering(429, 0), { outcome: 'failed' }],
    ['500', OUT_OF_ORDER, { outcome: 'failed', error: { code: 'provider_unavailable' } }],
    ['503', answering(503, 20_503), { outcome: 'failed' }],
    ['504', answering(504, 0), { outcome: 'unknown', error: { code: 'no_answer' } }],
    ['a connection cut after it accepted', 'cut', { outcome: 'unknown', error: { code: 'no_answer' } }],
    ['a queue that is full', answering(400, 21_611), { outcome: 'failed' }],
    ['a landline', answering(400, 21_614), { outcome: 'refused', error: { code: 'not_mobile' } }],
    ['a country that is not enabled', answering(400, 21_408), { outcome: 'refused' }],
    [
      'an error nobody knows',
      answering(400, 99_999),
      { outcome: 'refused', error: { provider_code: '99999' } },
    ],
  ])('gives the right outcome for %s, after one request', async (_, fault, result) => {
    twilio.requests.length = 0
    twilio.faults.push(fault)
    expect(await send()).toMatchObject(result)
    expect(twilio.requests).toHaveLength(1)
  })

  test('passes on Retry-After as retryAfterMs', async () => {
    twilio.faults.push({ ...(TOO_MANY as object), retryAfter: 7 } as TwilioFault)
    expect(await send()).toMatchObject({ outcome: 'failed', retryAfterMs: 7_000 })
  })

  test('has an unknown outcome without an answer in time, after one request', async () => {
    twilio.requests.length = 0
    twilio.faults.push('silence')
    expect(await send(twilio.url, 100)).toMatchObject({ outcome: 'unknown', error: { code: 'no_answer' } })
    expect(twilio.requests).toHaveLength(1)
  })

  test('fails with provider_unreachable when the connection is refused', async () => {
    const gone = await startFakeTwilio()
    const { url } = gone
    await gone[Symbol.asyncDispose]()
    expect(await send(url)).toMatchObject({ outcome: 'failed', error: { code: 'provider_unreachable' } })
  })

  test('sets a ValidityPeriod no longer than the message is of use', async () => {
    await send(twilio.url, 14_000, new Date(Date.now() + 900_000))
    expect(Number(twilio.requests.at(-1)?.get('ValidityPeriod'))).toBeLessThanOrEqual(900)
    await send(twilio.url, 14_000, new Date(Date.now() - 1))
    expect(twilio.requests.at(-1)?.get('ValidityPeriod')).toBe('1')
  })

  test("gives Twilio's SID as the message ID", async () => {
    expect(await send()).toEqual({ outcome: 'sent', messageId: twilio.messages.at(-1)?.sid })
  })
})
