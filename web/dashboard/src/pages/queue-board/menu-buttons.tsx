import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { ChevronDown, Ellipsis, EllipsisVertical } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import type { Schemas } from '../../api/client.ts'

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'color'>

/** Opens the list of other queues. */
export const QueueSwitcherButton = (props: ButtonProps) => (
  <ActionIcon variant="subtle" size="lg" aria-label={t`Other queues`} {...props}>
    <ChevronDown size={20} aria-hidden />
  </ActionIcon>
)

/** Opens the list of tables to call the next guest for. */
export const NextForButton = (props: ButtonProps) => (
  <ActionIcon size="input-sm" aria-label={t`Next for a table`} {...props}>
    <ChevronDown size={20} aria-hidden />
  </ActionIcon>
)

/** Opens the menu of a queue. */
export const QueueMenuButton = ({ queue, ...props }: ButtonProps & { queue: Schemas['Queue'] }) => (
  <ActionIcon variant="default" size="input-sm" aria-label={t`More for ${{ name: queue.name }}`} {...props}>
    <Ellipsis size={20} aria-hidden />
  </ActionIcon>
)

/** Opens the menu of a guest. */
export const GuestMenuButton = ({ guest, ...props }: ButtonProps & { guest: string }) => (
  <ActionIcon variant="subtle" size="lg" aria-label={t`More for ${{ name: guest }}`} {...props}>
    <EllipsisVertical size={20} aria-hidden />
  </ActionIcon>
)
