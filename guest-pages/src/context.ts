import type { Ask } from './ask.ts'

/** What the pages are made with. */
export interface PagesContext {
  readonly ask: Ask
  /** Address under which guests know the gateway. */
  readonly publicUrl: string
  readonly now: () => Date
}
