import type { Ask } from './ask.ts'
import type { BrandOf } from './brand/brands.ts'
import type { PushKeyOf } from './place/push-key.ts'

/** Dependencies of the pages. */
export interface PagesContext {
  readonly ask: Ask
  readonly brandOf: BrandOf
  readonly pushKeyOf: PushKeyOf
  /** Public URL of the gateway. */
  readonly publicUrl: string
  readonly now: () => Date
}
