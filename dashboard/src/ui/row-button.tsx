import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'

/** A row of a list that opens what it is about. */
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
