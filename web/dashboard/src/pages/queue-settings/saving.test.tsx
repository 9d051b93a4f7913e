import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { openQueueCard } from '../../testing/open-queue-card.tsx'
import { button, field, fill } from '../../testing/render.tsx'
import { QUEUE } from '../../testing/samples.ts'
import { ClassesCard } from './classes-card.tsx'
import { HoursCard } from './hours-card.tsx'
import { JoinCard } from './join-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { BasicsCard, FieldsCard } from './page.tsx'

const limits = { max_party_size: 4, max_waiting: null }
const queue = {
  ...QUEUE,
  ...{ public_join: true, public_join_limits: limits },
  priority_classes: [{ key: 'vip', name: 'VIP', level: 2 }],
  custom_fields: [{ key: 'seat', label: 'Seat', type: 'text', required: false } as const],
}

type Change = (user: UserEvent) => unknown

/** A change of each card, and how it is taken back by hand. */
const CARDS = [
  [BasicsCard, () => fill('Name', ' Lunch '), () => fill('Name', QUEUE.name)],
  [HoursCard, (user) => user.click(field('Always open')), (user) => user.click(field('Always open'))],
  [JoinCard, () => fill('Largest party to join', '5'), () => fill('Largest party to join', '4')],
  [
    MessagesCard,
    async (user) => user.click(await screen.findByLabelText('When they join')),
    (user) => user.click(field('When they join')),
  ],
  [ClassesCard, () => fill('Name of class 1', 'Regulars'), () => fill('Name of class 1', 'VIP')],
  [
    FieldsCard,
    async (user) => {
      await user.click(button('Add a field'))
      fill('Label of field 2', 'Allergies')
    },
    (user) => user.click(button('Remove field Allergies')),
  ],
] satisfies [typeof BasicsCard, Change, Change][]

describe.each(CARDS.map(([Card, ...changes]) => [Card.name, Card, ...changes] as const))(
  'the %s of a queue',
  (_, Card, change, revert) => {
    test('shows unsaved changes until the entries are as before', async () => {
      const { user } = openQueueCard(Card, queue)
      await screen.findByText('No unsaved changes')
      await change(user)
      await screen.findByText('Unsaved changes')
      await revert(user)
      expect(await screen.findByText('No unsaved changes')).toBeTruthy()
    })

    test('shows no unsaved changes after saving', async () => {
      const { user } = openQueueCard(Card, queue)
      await change(user)
      await user.click(button('Save'))
      await screen.findByText('Saved.')
      expect(await screen.findByText('No unsaved changes')).toBeTruthy()
    })
  },
)
