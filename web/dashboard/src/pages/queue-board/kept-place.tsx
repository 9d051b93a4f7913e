import { t } from '@lingui/core/macro'
import { notifications } from '@mantine/notifications'
import { UsherError } from '@usher/sdk/client'
import { notifyError } from '../../ui/notify.ts'
import { clockText } from '../../ui/time.ts'
import { Offer } from '../../ui/undo.tsx'
import type { Guest } from './line.ts'

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
    ...{ id: ID, autoClose: SHOWN_MS, color: 'yellow' },
    message: <Offer {...{ message, verb, run: guest && run }} />,
  })
}
