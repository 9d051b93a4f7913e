import { t } from '@lingui/core/macro'
import { notifications } from '@mantine/notifications'
import { Offer } from '../../ui/undo.tsx'
import type { Guest } from './line.ts'

/** For as long as the API brings guests back. */
const NO_SHOW_SHOWN_MS = 30 * 60_000

/** One at a time: more would hold up all other notices. */
const NO_SHOW = 'no-show'

/** Says that a called guest has become a no-show; those before stand in the list of who has left. */
export function tellNoShow({ name }: Pick<Guest, 'name'>, bringBack: () => void): void {
  const message = t`${name} did not come in time and is a no-show`
  const run = () => {
    hideNoShow()
    bringBack()
  }
  hideNoShow()
  notifications.show({
    id: NO_SHOW,
    autoClose: NO_SHOW_SHOWN_MS,
    color: 'yellow',
    message: <Offer {...{ message, verb: t`Bring back`, run }} />,
  })
}

export const hideNoShow = (): void => void notifications.hide(NO_SHOW)
