import { cleanup, screen } from '@testing-library/react'
import { renderWith } from '../../testing/render.tsx'
import { AuditRow } from './audit-row.tsx'

type AuditRecord = Parameters<typeof AuditRow>[0]['record']

const QUEUES = new Map([['q_1', 'Main queue']])

/** The generated types know no values of records. */
const inQueue = (id: string) =>
  ({ queue_id: { before: null, after: id } }) as unknown as Record<string, never>

const RECORD: AuditRecord = {
  id: 'aud_1',
  number: 1,
  at: '2026-11-21T11:58:00.000Z',
  actor: 'mem_1',
  actor_name: 'Maria',
  action: 'addGuest',
  outcome: 'accepted',
  status: 201,
  code: null,
  resource: 'gst_1',
  changes: inQueue('q_1'),
  address: null,
  user_agent: null,
  on_behalf_of: null,
  on_behalf_of_name: null,
  via: null,
  request_id: 'req_1',
  duration_ms: 4,
  key_id: 'k',
  previous_hash: '',
  hash: '',
}

/** Texts of the row, and where its links lead. */
function shown(more: Partial<AuditRecord>) {
  cleanup()
  renderWith({}, <AuditRow record={{ ...RECORD, ...more }} queueNames={QUEUES} />)
  const [title, , details] = document.querySelectorAll('li p')
  const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
  return { title: title?.textContent, details: details?.textContent, links }
}

describe('a row of the audit log', () => {
  test('about a guest names and links the queue while it exists', () => {
    expect(shown({})).toMatchObject({ title: 'Maria · Add a guest · Main queue', links: ['/queues/q_1'] })
    expect(shown({ changes: inQueue('q_2') })).toMatchObject({ title: 'Maria · Add a guest', links: [] })
  })

  test('about a queue names and links it while it exists', () => {
    const pause = { action: 'pauseQueue', changes: {} }
    expect(shown({ ...pause, resource: 'q_1' })).toMatchObject({
      title: 'Maria · Pause a queue · Main queue',
      links: ['/queues/q_1'],
    })
    expect(shown({ ...pause, resource: 'q_2' })).toMatchObject({ title: 'Maria · Pause a queue', links: [] })
  })

  test('links the action to the page of what was changed', () => {
    expect(shown({ action: 'updateWebhookEndpoint', resource: 'whk_1', changes: {} })).toMatchObject({
      title: 'Maria · Change a webhook endpoint',
      links: ['/settings/webhooks'],
    })
  })

  test('shows that a request was refused, with its code', () => {
    const refused = { outcome: 'refused', status: 409, code: 'queue_paused', resource: null } as const
    expect(shown(refused).details).toBe('addGuest · 409 · queue_paused · req_1')
    expect(screen.getByText('refused')).toBeTruthy()
  })

  test('names the kind of actor when the actor has no name', () => {
    const by = (actor: string) =>
      shown({ actor, actor_name: null, action: 'leaveLine', changes: {} }).title?.split(' · ')[0]
    expect(['guest', 'mem_2', 'system', 'odd'].map(by)).toEqual([
      'A guest',
      'A former member',
      'Usher',
      'odd',
    ])
  })
})
