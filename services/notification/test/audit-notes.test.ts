import { describe, expect, test } from '@jest/globals'
import { OPERATIONS, PERSONAL } from '@usher/contracts'
import { auditNoteOf } from '@usher/test-kit'
import { startHarness } from './harness.ts'

describe('what the notification service tells for the audit trail', () => {
  test('given every operation that may change something, then there is a case for it here', () => {
    const changing = OPERATIONS.filter(
      ({ service, method }) => service === 'notification' && method !== 'get',
    )
    expect(changing.map(({ id }) => id)).toEqual(['sendNotification'])
  })

  test('given a message, then which one it is, without the person', async () => {
    await using harness = await startHarness()
    const body = { to: '+14155552671', text: 'Ada, come now' }
    const answer = await harness.client()('POST', '/v1/notifications/send', { body })
    expect(auditNoteOf(answer)).toEqual({
      resource: answer.body.id,
      changes: {
        channel: { before: null, after: 'sms' },
        to: { before: null, after: PERSONAL },
        text: { before: null, after: PERSONAL },
      },
    })
  })
})
