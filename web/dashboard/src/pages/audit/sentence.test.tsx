import { cleanup } from '@testing-library/react'
import { renderWith } from '../../testing/render.tsx'
import { Sentence } from './sentence.tsx'

type AuditRecord = Parameters<typeof Sentence>[0]['record']

const QUEUES = new Map([
  ['q_1', 'Main queue'],
  ['q_3', '<b>Bar</b> {who}'],
])

const record = (more: Partial<AuditRecord> = {}): AuditRecord => ({
  ...{ actor: 'mem_1', actor_name: 'Maria', action: 'addGuest', outcome: 'accepted' as const },
  ...{ resource: 'gst_1', changes: { queue_id: { before: null, after: 'q_1' } } },
  ...more,
})

/** The sentence, and where its link leads. */
function said(more: Partial<AuditRecord>) {
  cleanup()
  renderWith(
    {},
    <p role="note">
      <Sentence record={record(more)} queueNames={QUEUES} />
    </p>,
  )
  const text = document.querySelector('[role=note]')
  return [text?.textContent, text?.querySelector('a')?.getAttribute('href') ?? undefined]
}

describe('the sentence of an audit record', () => {
  test('about a guest names and links the queue, but not the guest', () => {
    const name = { before: null, after: '[personal]' }
    expect(said({ changes: { name, queue_id: { before: null, after: 'q_1' } } })).toEqual([
      'Maria added a guest to Main queue',
      '/queues/q_1',
    ])
    expect(said({ action: 'seatGuest', changes: { queue_id: { before: null, after: 'q_2' } } })).toEqual([
      'Maria seated a guest',
      undefined,
    ])
  })

  test('about a queue names it while it exists', () => {
    const pause = { action: 'pauseQueue', changes: {} }
    expect(said({ ...pause, resource: 'q_1' })).toEqual(['Maria paused Main queue', '/queues/q_1'])
    expect(said({ ...pause, resource: 'q_2' })).toEqual(['Maria paused a queue', undefined])
  })

  test('says that the actor tried when the request was refused', () => {
    const refused = { action: 'createApiKey', outcome: 'refused' as const, resource: null }
    expect(said(refused)).toEqual(['Maria tried to create an API key', undefined])
    expect(said({ outcome: 'refused' })).toEqual(['Maria tried to add a guest to Main queue', '/queues/q_1'])
  })

  test('says what kind of actor it was when the actor has no name', () => {
    const by = (actor: string) => said({ actor, actor_name: null, action: 'leaveLine', changes: {} })[0]
    expect(['guest', 'mem_2', 'system', 'odd'].map(by)).toEqual([
      'A guest left the line',
      'A former member left the line',
      'Usher left the line',
      'odd left the line',
    ])
  })

  test('shows the identifier of an action that has no wording', () => {
    const odd = { action: 'odd.event', resource: 'whk_1' }
    expect(said(odd)).toEqual(['Maria did odd.event', '/settings/webhooks'])
    expect(said({ ...odd, outcome: 'failed' })[0]).toBe('Maria tried to do odd.event')
  })

  test('shows tags and braces in names as they are', () => {
    const changes = { queue_id: { before: null, after: 'q_3' } }
    expect(said({ actor_name: '<link>Eve</link>', changes })).toEqual([
      '<link>Eve</link> added a guest to <b>Bar</b> {who}',
      '/queues/q_3',
    ])
  })

  test('about an event without a request says what happened', () => {
    const failed = { actor: 'system', actor_name: null, action: 'notification.failed', resource: 'ntf_1' }
    expect(said(failed)).toEqual(['Usher failed to send a message', '/messages'])
  })
})
