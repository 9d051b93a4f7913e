import type { GuestActions } from './use-guest-actions.ts'

/** What the rows of a line share. It stays the same while the line changes, so that only rows that differ are drawn. */
export interface RowTools {
  readonly actions: GuestActions
  readonly canWrite: boolean
  readonly onOpen: (id: string) => void
  readonly onTransfer: (id: string) => void
}

/** What the buttons and the menu of one row need to know. */
export interface RowActions extends RowTools {
  readonly id: string
  readonly name: string
  readonly isCalled: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
}
