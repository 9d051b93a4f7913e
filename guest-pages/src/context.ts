import type { Ask } from './ask.ts'

/** Dependencies of the pages. */
export interface PagesContext {
  readonly ask: Ask
  /** Public URL of the gateway. */
  readonly publicUrl: string
  readonly now: () => Date
}
