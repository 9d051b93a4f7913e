import { screen } from '@testing-library/react'
import { button, renderWith } from '../../testing/render.tsx'
import { GUEST, type QUEUE } from '../../testing/samples.ts'
import { GuestStanding } from './guest-drawer.tsx'
import { GuestFacts } from './guest-row.tsx'

const NAMES = {
  priority_classes: [{ key: 'vip', name: 'Regular guest', level: 1 }],
  custom_fields: [
    { key: 'allergies', label: 'Allergies', type: 'text' as const, required: false },
    { key: 'stroller', label: 'Stroller', type: 'boolean' as const, required: false },
    { key: 'dog', label: 'Dog', type: 'boolean' as const, required: false },
  ],
} satisfies Partial<typeof QUEUE>

describe('the row of a guest', () => {
  test('names the class, and shows the custom fields that are filled', () => {
    const guest = { ...GUEST, priority: 'vip', fields: { allergies: 'nuts', stroller: true, dog: false } }
    renderWith({}, <GuestFacts guest={guest} why="" names={NAMES} />)
    for (const text of ['Regular guest', 'Allergies: nuts', 'Stroller'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByText(/vip|Dog/)).toBeNull()
  })
})

describe('the drawer of a guest', () => {
  const open = (given: Partial<typeof GUEST>) => {
    const actions = { call: jest.fn(), seat: jest.fn(), markNoShow: jest.fn() }
    const guest = { ...GUEST, ...given }
    return {
      actions,
      ...renderWith({}, <GuestStanding guest={guest} facts={null} actions={actions as never} />),
    }
  }

  test('shows place, wait and quote, and calls, seats or marks as no-show', async () => {
    const wait = { position: 3, status: 'waiting' as const, estimated_wait_range: { low: 10, high: 23 } }
    const { actions, user } = open({ ...wait, quoted_wait: 20 })
    expect(screen.getByText('Number 3 in line · about 10–23 min to go · quoted 20 min')).toBeTruthy()
    for (const name of ['Call', 'Seat', 'Did not show up']) await user.click(button(name))
    for (const action of Object.values(actions)) expect(action.mock.calls).toEqual([[GUEST.id]])
  })

  test('offers nothing for a guest who has left', () => {
    open({ position: null, status: 'seated' })
    expect(screen.queryByRole('button')).toBeNull()
  })
})
