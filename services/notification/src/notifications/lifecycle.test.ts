import fc from 'fast-check'
import {
  afterAttempt,
  afterReceipt,
  erase,
  MAX_ATTEMPTS,
  OUTCOME_UNKNOWN,
  ownError,
  type Step,
} from './lifecycle.ts'
import { type NotificationRecord, newNotification } from './notification.ts'
import type { Receipt, SendResult } from './outcome.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const error = ownError('test', 'A test.')

const fresh: NotificationRecord = {
  ...newNotification(
    {
      organization_id: 'org_test',
      channel: 'sms',
      to: '+14155552671',
      subject: '',
      text: 'Hello',
      origin: { organizationId: 'org_test', actor: 'test', requestId: 'test' },
    },
    NOW,
  ),
  _id: 'ntf_test',
  claim: 'mine',
  in_flight: 'twilio',
}

const attempt = (
  record: NotificationRecord,
  result: SendResult,
  { claim = 'mine', recognisesRepeats = false } = {},
): Step =>
  afterAttempt(record, {
    claim,
    provider: 'twilio',
    providerId: 'mpr_test',
    recognisesRepeats,
    result,
    at: NOW,
    random: 0.5,
  })

const receipt = (record: NotificationRecord, status: Receipt['status']): Step =>
  afterReceipt(record, { notificationId: 'ntf_test', provider: 'twilio', status, at: NOW })

const statusesOf = ({ told }: Step) => told.map(({ status }) => status)
const SENT: SendResult = { outcome: 'sent', messageId: 'SM1' }

describe('the lifecycle of a notification', () => {
  test('reports sent and delivered for a receipt before the send result, and nothing for the later result', () => {
    const early = receipt(fresh, 'delivered')
    expect(statusesOf(early)).toEqual(['sent', 'delivered'])
    const late = attempt(early.record, SENT)
    expect([late.record.status, late.record.attempts.length, late.told]).toEqual(['delivered', 1, []])
  })

  test('ignores repeated and contradicting receipts after the first final one', () => {
    const { record } = receipt(attempt(fresh, SENT).record, 'delivered')
    for (const status of ['delivered', 'failed'] as const) {
      expect(receipt(record, status)).toEqual({ record, told: [] })
    }
  })

  test('retries an unknown outcome only with a provider that recognises repeats', () => {
    const unheard: SendResult = { outcome: 'unknown', error }
    expect(attempt(fresh, unheard).record).toMatchObject({
      status: 'failed',
      error: { code: 'outcome_unknown' },
    })
    const again = attempt(fresh, unheard, { recognisesRepeats: true }).record
    expect(again).toMatchObject({ status: 'queued', claim: null, in_flight: null })
  })

  test('a delivered receipt revives a message that failed with an unknown outcome, but not a refused one', () => {
    const { record } = attempt(fresh, { outcome: 'unknown', error })
    expect(receipt(record, 'accepted')).toEqual({ record, told: [] })
    expect(receipt(record, 'failed')).toEqual({ record, told: [] })
    const after = receipt(record, 'delivered')
    expect(statusesOf(after)).toEqual(['delivered'])
    expect(after.record).toMatchObject({ error: null, failed_at: null, sent_at: NOW, delivered_at: NOW })
    const refused = attempt(fresh, { outcome: 'refused', error }).record
    expect(receipt(refused, 'delivered')).toEqual({ record: refused, told: [] })
  })

  test('stays sent on an unknown outcome after an accepted receipt', () => {
    const { record } = receipt(fresh, 'accepted')
    const after = attempt(record, { outcome: 'unknown', error })
    expect([after.record.status, after.told]).toEqual(['sent', []])
  })

  test('waits for the delivery receipt of a guest message whose accepted receipt came before the send result', () => {
    const ofGuest = { ...fresh, guest_id: 'gst_test' }
    const accepted = receipt(ofGuest, 'accepted').record
    expect(accepted.receipt_due_at).toEqual(expect.any(Date))
    const receiptDueAt = new Date(NOW.getTime() + 120_000)
    const heard = afterAttempt(accepted, {
      ...{
        claim: 'mine',
        provider: 'twilio',
        providerId: 'mpr_test',
        recognisesRepeats: false,
        receiptDueAt,
      },
      ...{ result: { outcome: 'sent', messageId: 'SM1' }, at: NOW, random: 0.5 },
    })
    expect(heard).toMatchObject({ record: { status: 'sent', receipt_due_at: receiptDueAt }, told: [] })
  })

  test('a late failure under a lost claim is recorded without effect, a late success counts', () => {
    const failure = attempt(fresh, { outcome: 'failed', error }, { claim: 'former' })
    expect(failure.record).toMatchObject({
      status: 'queued',
      claim: 'mine',
      attempts: [{ outcome: 'failed' }],
    })
    expect(statusesOf(attempt(fresh, SENT, { claim: 'former' }))).toEqual(['sent'])
  })

  test("waits at least as long as the provider's retry-after", () => {
    const { due_at } = attempt(fresh, { outcome: 'failed', error, retryAfterMs: 300_000 }).record
    expect(due_at).toEqual(new Date(NOW.getTime() + 300_000))
  })

  test('reports each status once and in order, with final ones unchanged, for any sequence of steps', () => {
    const steps: fc.Arbitrary<(record: NotificationRecord) => Step> = fc.constantFrom(
      (record) => attempt({ ...record, claim: 'mine' }, SENT),
      (record) => attempt({ ...record, claim: 'mine' }, { outcome: 'failed', error }),
      (record) => attempt({ ...record, claim: 'mine' }, { outcome: 'unknown', error }),
      (record) => attempt(record, { outcome: 'refused', error }, { claim: 'former' }),
      (record) => receipt(record, 'accepted'),
      (record) => receipt(record, 'delivered'),
      (record) => receipt(record, 'failed'),
      (record) => erase(record, NOW),
    )
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 2 * MAX_ATTEMPTS }), (taken) => {
        let record = fresh
        const told: NotificationRecord[] = []
        for (const step of taken) {
          const after = step(record)
          record = after.record
          told.push(...after.told)
        }
        const statuses = told.map(({ status }) => status)
        const [first] = told
        const isUnheard = first?.status === 'failed' && first.error?.code === OUTCOME_UNKNOWN.code
        const ways = [[], ['sent'], ['failed'], ['sent', 'delivered'], ['sent', 'failed']]
        expect(isUnheard ? [...ways, ['failed', 'delivered']] : ways).toContainEqual(statuses)
        expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1))
        expect(record.status).toBe(statuses.at(-1) ?? 'queued')
      }),
    )
  })
})

test('an erased message keeps nothing of its recipient, nor the booking for their calendar', () => {
  const event = { id: 'bk_1', status: 'confirmed', sequence: 1, stamp: NOW, start: NOW, end: NOW } as const
  const invite = { ...event, summary: 'Haircut', url: 'https://usher.test/b/1', customer_name: 'Ada' }
  const { record } = erase({ ...fresh, invite }, NOW)
  expect(record).toMatchObject({ to: null, subject: '', text: '', anonymized_at: NOW })
  expect(record).not.toHaveProperty('invite')
})
