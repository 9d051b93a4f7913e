import { t } from '@lingui/core/macro'
import { Menu, Modal, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { Link } from 'wouter'
import { api, type Schemas } from '../../api/client.ts'
import { queueQuery, queuesQuery } from '../../api/queues.ts'
import { Form } from '../../forms/form.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useOpenAtOnce } from '../../ui/later.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { clockText, useClock } from '../../ui/time.ts'
import { Offer } from '../../ui/undo.tsx'
import styles from './board.module.css'
import { type Guest, type Line, nextToCall, tablesOf } from './line.ts'
import { NextForButton, QueueSwitcherButton } from './menu-buttons.tsx'
import { RowTimeTag } from './row-time-tag.tsx'
import { backOf } from './row-times.ts'

interface Props {
  readonly guest: Pick<Guest, 'booking' | 'away_until' | 'phone_unusual'>
  readonly now: Date
}

/** Facts that few guests have; loaded later, with the zone data that they need. */
export function RareFacts({ guest, now }: Props) {
  const clock = useClock()
  const back = backOf(guest, now, clock)
  return (
    <>
      {guest.booking && (
        <span className={styles.tag}>{t`Booked for ${{ time: clock(guest.booking.start) }}`}</span>
      )}
      {guest.booking?.cancelled && (
        <span className={`${styles.tag} ${styles.warn}`}>{t`Booking cancelled`}</span>
      )}
      {back && <RowTimeTag time={back} isTag />}
      {guest.phone_unusual && (
        <span className={`${styles.tag} ${styles.warn}`}>{t`Unusual phone number`}</span>
      )}
    </>
  )
}

/** Leads to the boards of the other queues, which are read when it is opened first. */
export function QueueSwitcher({ queue }: { queue: Schemas['Queue'] }) {
  const { button, menu } = useOpenAtOnce()
  const { data: queues, isPending } = useQuery(queuesQuery)
  const others = queues?.filter(({ id }) => id !== queue.id) ?? []
  return (
    <Menu position="bottom-start" width={260} {...menu}>
      <Menu.Target>
        <QueueSwitcherButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {isPending && <Menu.Label>{t`Loading`}</Menu.Label>}
        {queues && others.length === 0 && <Menu.Label>{t`No other queues`}</Menu.Label>}
        {others.map(({ id, name, waiting_count }) => (
          <Menu.Item key={id} component={Link} href={`/queues/${id}`} rightSection={waiting_count}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface NextForMenuProps {
  readonly line: Line
  readonly queue: Schemas['Queue']
  readonly onCall: (seats: number) => void
}

/** Calls the first guest whose party fits a table, by the size of the table. */
export function NextForMenu({ line, queue, onCall }: NextForMenuProps) {
  const { button, menu } = useOpenAtOnce()
  return (
    <Menu position="bottom-end" width={260} {...menu}>
      <Menu.Target>
        <NextForButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {tablesOf(queue).map((seats) => {
          const next = nextToCall(line, seats)
          return (
            <Menu.Item
              key={seats}
              disabled={!next}
              rightSection={
                next && (
                  <Text c="dimmed" size="sm" maw={120} truncate>
                    {next.name}
                  </Text>
                )
              }
              onClick={() => onCall(seats)}
            >
              {t`Next for ${seats}`}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

interface PauseDialogProps {
  readonly queue: Schemas['Queue']
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks why, for guests to read. */
export function PauseDialog({ isOpen, ...props }: PauseDialogProps) {
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={t`Pause the queue`}>
      <PauseForm {...props} />
    </Modal>
  )
}

function PauseForm({ queue, onClose }: Omit<PauseDialogProps, 'isOpen'>) {
  const queryClient = useQueryClient()
  const { field, ...form } = useApiForm({
    initialValues: { reason: '' },
    submit: async ({ reason }) => {
      const body = { reason: reason.trim() || null }
      return (await api.post('/v1/queues/{id}/pause', { params: { path: { id: queue.id } }, body })).data
    },
    onSuccess(paused) {
      queryClient.setQueryData(queueQuery(queue.id).queryKey, paused)
      onClose()
    },
  })
  return (
    <Form of={form} verb={t`Pause the queue`}>
      <TextInput
        label={t`Reason`}
        description={t`Optional. Guests read it.`}
        maxLength={200}
        data-autofocus
        {...field('reason')}
      />
    </Form>
  )
}

const ID = 'kept-place'
const SHOWN_MS = 20_000

interface Kept {
  readonly keptUntil: () => Promise<string | null>
  /** The first who could be called all the same. */
  readonly guest: Guest | undefined
  readonly call: (id: string) => void
  readonly zone: string
}

/** Says that the next place is kept for a booking, and offers to call the next guest all the same; or the error. */
export async function notifyKept(error: unknown, { keptUntil, guest, call, zone }: Kept): Promise<void> {
  if (!(error instanceof UsherError) || error.code !== 'lane_kept_for_booking') return notifyError(error)
  const until = await keptUntil().catch(() => null)
  const run = () => {
    notifications.hide(ID)
    if (guest) call(guest.id)
  }
  const message =
    until === null
      ? t`The place is kept for a booking.`
      : t`The place is kept for a booking until ${{ time: clockText(until, zone) }} at the latest.`
  const verb = guest ? t`Call ${{ name: guest.name }} anyway` : ''
  notifications.hide(ID)
  notifications.show({
    id: ID,
    autoClose: SHOWN_MS,
    color: 'yellow',
    message: <Offer message={message} verb={verb} run={guest && run} />,
  })
}

/** Says what another member, or the guest, did with a guest first; or the error. */
export async function notifyDoneBefore(error: UsherError, { id, name }: Guest): Promise<void> {
  const path = { id }
  const now = await api.get('/v1/guests/{id}', { params: { path } }).catch(() => undefined)
  const words = now && DONE_BEFORE[now.data.status]?.(name)
  if (words) notifyDone(words)
  else notifyError(error)
}

const DONE_BEFORE: { readonly [Status in Guest['status']]?: (name: string) => string } = {
  seated: (name) => t`Another member has already seated ${name}`,
  no_show: (name) => t`${name} is already a no-show`,
  removed: (name) => t`${name} has already left the line`,
}

// Components of the library are here where the first load does without them.
export { Alert, SimpleGrid } from '@mantine/core'
export { CustomFields, DetailFields } from './detail-fields.tsx'
export { ExpectedList } from './expected-list.tsx'
export { GuestDrawer } from './guest-drawer.tsx'
export { GuestMenu } from './guest-menu.tsx'
export { askIfWanted } from './late-notice.tsx'
export { LeftList } from './left-list.tsx'
export { LeftToday } from './left-today.tsx'
export { QueueMenu } from './queue-menu.tsx'
export { ShortcutsDialog } from './shortcuts-dialog.tsx'
export { TransferDialog } from './transfer-dialog.tsx'
export { calledWords, whysOf } from './why-words.ts'
