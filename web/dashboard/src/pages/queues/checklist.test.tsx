import { screen, waitFor } from '@testing-library/react'
import { button, renderWith } from '../../testing/render.tsx'
import { ME, pageOf, QUEUE } from '../../testing/samples.ts'
import { Checklist, checklistOf } from './page.tsx'

afterEach(() => localStorage.clear())

const NEW = {
  ...{ queues: [QUEUE], organization: ME.organization },
  ...{ members: [ME.member], invitations: [], messageProviders: [] },
}

const leftOf = (venue: Parameters<typeof checklistOf>[0]) =>
  checklistOf(venue).flatMap(({ label, isDone }) => (isDone ? [] : [label]))

describe('the checklist of a venue', () => {
  test('has five steps to do in a new organisation, with links for each', () => {
    expect(leftOf(NEW)).toHaveLength(5)
    expect(checklistOf(NEW).map(({ href }) => href)).toEqual([
      `/queues/${QUEUE.id}/settings#hours`,
      `/queues/${QUEUE.id}/settings#joining`,
      ...['/settings/organization', '/settings/messages', '/settings/members'],
    ])
  })

  test('has nothing to do when every step is done', () => {
    const queues = [{ ...QUEUE, public_join: true, opening_hours: [] }]
    const organization = { ...ME.organization, brand_color: '#1f5c4d' }
    expect(leftOf({ ...NEW, queues, organization, invitations: [{}], messageProviders: [{}] })).toEqual([])
  })

  test('stays hidden in this browser', async () => {
    const answers = {
      ...{ listMembers: pageOf(ME.member), listInvitations: pageOf(), listMessageProviders: pageOf() },
    }
    const { user } = renderWith(answers, <Checklist queues={[QUEUE]} />)
    await screen.findByText('0 of 5 done')
    await user.click(button('Hide'))
    await waitFor(() => expect(screen.queryByText('Set up your venue')).toBeNull())
    expect(Object.values(localStorage)).toContain('true')
  })
})
