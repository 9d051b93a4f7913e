import { localeSchema } from '@usher/contracts'
import type { z } from 'zod'

/** A language of the pages (BCP 47). */
export type Locale = z.infer<typeof localeSchema>

export const LOCALES: readonly Locale[] = localeSchema.options
