import type { Schemas } from '../../api/client.ts'

/** Each takes the id of a guest; they do nothing for a guest who has left the line. */
export interface GuestActions {
  readonly call: (id: string) => void
  /** Calls whoever is next when it arrives; expects this guest. */
  readonly callNext: (id: string) => void
  /** Calls this guest, unless another member did so first. */
  readonly callOnce: (id: string) => void
  /** Lets a called guest wait again. */
  readonly takeBack: (id: string) => void
  readonly seat: (id: string) => void
  readonly markNoShow: (id: string) => void
  readonly remove: (id: string) => void
  /** Places count from 1; beyond the ends of the line there is none. */
  readonly move: (id: string, position: number) => void
  /** Negative: towards the front. */
  readonly moveBy: (id: string, places: number) => void
}

/** What the rows of a queue name. */
export type RowNames = Pick<Schemas['Queue'], 'priority_classes' | 'custom_fields'>

/** What the rows of a line share. It stays the same while the line changes, so that only rows that differ are drawn. */
export interface RowTools {
  readonly actions: GuestActions
  readonly canWrite: boolean
  readonly names: RowNames
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
