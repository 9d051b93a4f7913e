import { createLogger, createMetrics } from '@usher/service-kit'
import type { SendResult } from '../notifications/outcome.ts'
import { createBreakers, ProviderResting, REST_MS } from './breaker.ts'
import type { OutgoingMessage, Provider } from './provider.ts'

const error = { code: 'test', message: 'A test.', provider_code: null }
const message: OutgoingMessage = {
  ...{ id: 'ntf_test', organizationId: 'org_test', channel: 'sms', to: '+14155552671', subject: '' },
  ...{ text: 'A test', expiresAt: null, attempt: 1 },
}

/** A guarded provider whose next results are given. */
function givenProvider(results: SendResult[]) {
  let asked = 0
  const provider: Provider = {
    ...{ id: 'mpr_test', name: 'twilio', channels: ['sms'], recognisesRepeats: false, givesReceipts: true },
    async send() {
      asked += 1
      return results.shift() ?? { outcome: 'sent', messageId: 'SM1' }
    },
  }
  const metrics = createMetrics('test')
  const guarded = createBreakers({ log: createLogger('test', 'silent'), metrics })(provider)
  const send = () => guarded.send(message, AbortSignal.timeout(60_000))
  const resting = async () => {
    const found = await metrics.registry.getSingleMetric('usher_message_providers_resting')?.get()
    return found?.values[0]?.value ?? 0
  }
  return { guarded, send, resting, asked: () => asked }
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('the circuit breaker of a message provider', () => {
  test('opens after repeated failures, lets one probe through per rest, and closes once a probe succeeds', async () => {
    const { guarded, send, resting, asked } = givenProvider(Array(6).fill({ outcome: 'failed', error }))
    for (let count = 0; count < 5; count += 1) expect(await send()).toMatchObject({ outcome: 'failed' })
    expect([guarded.isResting?.(), await resting()]).toEqual([true, 1])
    await expect(send()).rejects.toThrow(ProviderResting)
    jest.advanceTimersByTime(REST_MS)
    expect(guarded.isResting?.()).toBe(false)
    const probe = send()
    await expect(send()).rejects.toThrow(ProviderResting)
    expect(await probe).toMatchObject({ outcome: 'failed' })
    expect([guarded.isResting?.(), asked()]).toEqual([true, 6])
    jest.advanceTimersByTime(REST_MS)
    expect(await send()).toMatchObject({ outcome: 'sent' })
    expect([guarded.isResting?.(), await resting()]).toEqual([false, 0])
    expect(await Promise.all([send(), send()])).toMatchObject([{ outcome: 'sent' }, { outcome: 'sent' }])
  })

  test('opens after repeated unknown outcomes', async () => {
    const { guarded, send } = givenProvider(Array(5).fill({ outcome: 'unknown', error }))
    for (let count = 0; count < 5; count += 1) expect(await send()).toMatchObject({ outcome: 'unknown' })
    expect(guarded.isResting?.()).toBe(true)
  })

  test('stays closed for refused messages and when one in five attempts fails', async () => {
    const refusals = Array<SendResult>(20).fill({ outcome: 'refused', error })
    const mixed = Array.from(
      { length: 40 },
      (_, index): SendResult =>
        index % 5 === 0 ? { outcome: 'failed', error } : { outcome: 'sent', messageId: 'SM1' },
    )
    const { guarded, send } = givenProvider([...refusals, ...mixed])
    for (let count = 0; count < 60; count += 1) await send()
    expect(guarded.isResting?.()).toBe(false)
  })

  test('a provider replaced while its breaker is open no longer counts as resting', async () => {
    const { guarded, send, resting } = givenProvider(Array(5).fill({ outcome: 'failed', error }))
    for (let count = 0; count < 5; count += 1) await send()
    guarded.close?.()
    expect(await resting()).toBe(0)
    await expect(send()).rejects.toThrow(ProviderResting)
  })

  test('stays closed for failures of single recipients', async () => {
    const failed = { outcome: 'failed' as const, error, isOfRecipient: true }
    const { guarded, send } = givenProvider(Array(10).fill(failed))
    for (let count = 0; count < 10; count += 1) expect(await send()).toMatchObject({ outcome: 'failed' })
    expect(guarded.isResting?.()).toBe(false)
  })
})
