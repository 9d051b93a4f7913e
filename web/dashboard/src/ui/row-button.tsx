import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'

/** A list row that opens its item. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton
      p="sm"
      bg="var(--usher-surface)"
      bd="1px solid var(--usher-border)"
      bdrs="md"
      mih="var(--usher-touch)"
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  )
}
