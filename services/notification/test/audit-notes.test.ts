import { isAudited, OPERATIONS, PERSONAL, QUEUE_MESSAGES_DEFAULTS } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { auditNoteOf, startReceiver } from '@usher/test-kit'
import { queueEvent, shareHarness } from './harness.ts'
import { HTTP_SECRET } from './providers.ts'

const shared = shareHarness()

describe('the audit notes of the notification service', () => {
  test('this file and push-subscriptions.test.ts cover every audited notification operation', () => {
    const changing = OPERATIONS.filter(
      (operation) => operation.service === 'notification' && isAudited(operation),
    )
    expect(changing.map(({ id }) => id).sort()).toEqual([
      'announceToQueue',
      ...['createMessageProvider', 'createOptOut', 'createTemplate', 'deleteMessageProvider'],
      ...['deleteOptOut', 'deleteTemplate', 'receiveSandboxReply', 'sendNotification'],
      // push-subscriptions.test.ts has those of guests.
      ...['subscribeToPush', 'testMessageProvider', 'unsubscribeFromPush', 'updateMessageProvider'],
      ...['updateNotificationSettings', 'updateQueueMessages', 'updateTemplate'],
    ])
  })

  test('notes the ID and channel of a sent message without the recipient and the text', async () => {
    const harness = await shared()
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

  test('notes the settings of a message provider, and of its credentials only which changed', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.manager()
    const path = '/account/message-providers'
    const settings = { url: receiver.url }
    const body = { kind: 'http', name: 'Own', settings, credentials: { secret: HTTP_SECRET } }
    const made = await api('POST', path, { body })
    const resource = made.body.id
    expect(auditNoteOf(made)).toMatchObject({
      resource,
      changes: {
        settings: { before: null, after: settings },
        credentials: { before: null, after: ['secret'] },
      },
    })
    const changed = await api('PATCH', `${path}/${resource}`, {
      body: { credentials: { secret: HTTP_SECRET } },
    })
    expect(auditNoteOf(changed)).toEqual({
      changes: { credentials: { before: '[kept secret]', after: '[changed]' } },
    })
    const tested = await api('POST', `${path}/${resource}/test`, { body: { to: '+14155552671' } })
    expect(auditNoteOf(tested)).toEqual({ changes: {} })
    const deleted = await api('DELETE', `${path}/${resource}`)
    expect(auditNoteOf(deleted)).toMatchObject({ changes: { name: { before: 'Own', after: null } } })
  })

  test('notes opt-outs and sandbox replies without personal data', async () => {
    const harness = await shared()
    const api = harness.client()
    const body = { to: '+14155552671', reason: 'Ada asked' }
    const made = await api('POST', '/v1/notifications/opt-outs', { body })
    const told = { address: PERSONAL, channel: 'sms', source: 'staff', reason: PERSONAL }
    const added = Object.fromEntries(
      Object.entries(told).map(([name, after]) => [name, { before: null, after }]),
    )
    expect(auditNoteOf(made)).toEqual({ resource: made.body.id, changes: added })
    const deleted = await api('DELETE', `/v1/notifications/opt-outs/${made.body.id}`)
    expect(auditNoteOf(deleted)?.changes).toMatchObject({ channel: { before: 'sms', after: null } })
    const reply = { from: '+14155552671', text: 'Ada here' }
    const kept = await api('POST', '/v1/notifications/sandbox/inbound', { body: reply })
    expect(auditNoteOf(kept)).toEqual({ resource: kept.body.id })
  })

  test('notes changed notification settings with their values before and after', async () => {
    const harness = await shared()
    const manager = harness.client({ scopes: ['organization:manage'] })
    const changed = await manager('PATCH', '/v1/notifications/settings', { body: { countries: ['DE'] } })
    expect(auditNoteOf(changed)).toEqual({
      resource: harness.organizationId,
      changes: { countries: { before: null, after: ['DE'] } },
    })
  })

  test('notes the text of a template before and after, and nothing for a preview', async () => {
    const harness = await shared()
    const api = harness.client()
    const templates = '/v1/notifications/templates'
    const made = await api('POST', templates, { body: { name: 'Desk', text: 'Come to the desk.' } })
    const resource = made.body.id
    expect(auditNoteOf(made)).toMatchObject({
      resource,
      changes: { name: { before: null, after: 'Desk' }, text: { before: null, after: 'Come to the desk.' } },
    })
    const changed = await api('PATCH', `${templates}/${resource}`, { body: { text: 'Please come.' } })
    const changes = { text: { before: 'Come to the desk.', after: 'Please come.' } }
    expect(auditNoteOf(changed)).toEqual({ changes })
    const deleted = await api('DELETE', `${templates}/${resource}`)
    expect(auditNoteOf(deleted)).toMatchObject({
      changes: { name: { before: 'Desk', after: null } },
    })
    expect(
      auditNoteOf(await api('POST', `${templates}/preview`, { body: { text: 'Hi' } }))?.changes,
    ).toBeUndefined()
  })

  test('notes changed queue messages with their values before and after', async () => {
    const harness = await shared()
    const queue = newId('queue')
    await harness.publish(queueEvent(harness.organizationId, queue, 'Bistro'))
    const body = { automatic: { reminder: true }, quiet_hours: { start: '22:00', end: '08:00' } }
    const changed = await harness.client()('PATCH', `/v1/queues/${queue}/messages`, { body })
    const { automatic } = QUEUE_MESSAGES_DEFAULTS
    expect(auditNoteOf(changed)).toEqual({
      changes: {
        automatic: { before: automatic, after: { ...automatic, reminder: true } },
        quiet_hours: { before: null, after: body.quiet_hours },
      },
    })
  })
})
