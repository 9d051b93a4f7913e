import { screen, waitFor } from '@testing-library/react'
import { field, renderWith } from '../../testing/render.tsx'
import { ME, pageOf, QUEUE } from '../../testing/samples.ts'
import { UsageCard } from '../developers/page.tsx'
import { Page } from './page.tsx'

const [FROM, UNTIL] = ['2026-11-21T11:58:00.000Z', '2026-11-21T11:59:30.000Z']

const after = (value: unknown) => ({ before: null, after: value })

const lostRecord = (count: number) => ({
  id: 'aud_01m7z0dj9nfvmthhecr7s68rtm',
  number: 7,
  at: UNTIL,
  actor: 'system',
  actor_name: null,
  action: 'requests.lost',
  outcome: 'failed',
  status: null,
  code: null,
  resource: null,
  changes: { lost_requests: after(count), from: after(FROM), until: after(UNTIL) },
  address: null,
  user_agent: null,
  ...{ on_behalf_of: null, on_behalf_of_name: null, via: null },
  request_id: 'evt_01m7z0dj9nfvmthhecr7s68rtp',
  duration_ms: null,
  key_id: 'k',
  previous_hash: '',
  hash: '',
})

describe('requests that could not be recorded', () => {
  test('are named in the audit log with their number and time range', async () => {
    const data = [lostRecord(69)]
    renderWith({ listAuditRecords: pageOf(...data), listQueues: pageOf(QUEUE) }, <Page />)
    expect(await screen.findByText('Missing from this log')).toBeTruthy()
    expect(screen.getByText(/^69 requests between .* 2026.* and .* could not be recorded\./)).toBeTruthy()
    expect(screen.queryByText('requests.lost')).toBeNull()
  })

  test('are named on the usage card as not counted', async () => {
    const totals = {
      ...{ requests: 0, errors: 0, bytes_in: 0, bytes_out: 0 },
      latency_ms: { p50: null, p95: null, p99: null },
    }
    const lost = { requests: 1_234, from: FROM, until: UNTIL }
    renderWith({ getUsage: { data: [], totals, lost, from: FROM, to: UNTIL, as_of: UNTIL } }, <UsageCard />)
    expect(await screen.findByText('Some requests are not counted')).toBeTruthy()
    expect(screen.getByText(/^1,234 requests between/)).toBeTruthy()
  })
})

describe('the audit log with a guest who was added', () => {
  const added = {
    ...lostRecord(1),
    ...{ actor: ME.member.id, actor_name: 'Maria', action: 'addGuest', outcome: 'accepted' },
    changes: { queue_id: after(QUEUE.id), name: after('[personal]') },
  }

  test('names the actor, the action and the queue, which it links to', async () => {
    renderWith({ listAuditRecords: pageOf(added), listQueues: pageOf(QUEUE) }, <Page />)
    const queue = await screen.findByRole('link', { name: QUEUE.name })
    expect(queue.getAttribute('href')).toBe(`/queues/${QUEUE.id}`)
    expect(queue.parentElement?.textContent).toBe(`Maria · Add a guest · ${QUEUE.name}`)
  })

  test('says that an agent added the guest, and on whose behalf', async () => {
    const byAgent = {
      ...{ ...added, actor_name: 'Helper', via: 'mcp' },
      ...{ on_behalf_of: ME.member.id, on_behalf_of_name: 'Maria' },
    }
    renderWith({ listAuditRecords: pageOf(byAgent), listQueues: pageOf(QUEUE) }, <Page />)
    expect(await screen.findByText(/ · by an agent · on behalf of Maria$/)).toBeTruthy()
    expect(screen.getByText(/^Helper · Add a guest/)).toBeTruthy()
  })

  test('sends the ids of the actor and the action that are picked by name', async () => {
    const answers = {
      ...{ listAuditRecords: pageOf(added), listQueues: pageOf(QUEUE) },
      listMembers: pageOf(ME.member),
    }
    const me = { ...ME, scopes: [...ME.scopes, 'members:manage' as const] }
    const { user, sent } = renderWith(answers, <Page />, me)
    await screen.findByRole('link', { name: QUEUE.name })
    await user.click(field('Who'))
    await user.click(await screen.findByRole('option', { name: 'Ada' }))
    await user.click(field('What'))
    await user.click(await screen.findByRole('option', { name: 'Add a guest' }))
    await waitFor(() =>
      expect(sent('listAuditRecords').at(-1)?.query).toMatchObject({
        actor: ME.member.id,
        action: 'addGuest',
      }),
    )
  })
})
