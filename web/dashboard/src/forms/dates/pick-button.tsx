import '@mantine/dates/styles.css'
import { ActionIcon, Popover } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface Props {
  /** What it opens: `Choose a date for “Away from”`. */
  readonly label: string
  readonly icon: LucideIcon
  readonly autoFocus?: boolean
  readonly children: (close: () => void) => ReactNode
}

/** A button in a field that opens choices for its value. */
export function PickButton({ label, icon: Icon, autoFocus, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          autoFocus={autoFocus}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} onFocus={whenFocused}>
        {children(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

function whenFocused({ target }: { target: Element }) {
  // Escape closes the choices alone, not also the dialog that they are over.
  target.setAttribute('data-mantine-stop-propagation', 'true')
  // The chosen one gets the focus without being scrolled to.
  target.scrollIntoView({ block: 'nearest' })
}

/** Props of a field with such a button. */
export const WITH_BUTTON = {
  rightSectionPointerEvents: 'all',
  rightSectionWidth: 'var(--usher-touch)',
} as const
