import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LucideIcon } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Schemas } from '../api/client.ts'
import { loadPart } from '../ui/load-part.ts'

/** Parts of the navigation, in their order. */
export const NAV_GROUPS = {
  work: msg({ message: 'Work', context: 'heading of the pages for the day-to-day work' }),
  insights: msg`Insights`,
  developers: msg`Developers`,
  settings: msg`Settings`,
}

interface PageOptions {
  /** Path with parameters as wouter has them: `/queues/:id`. */
  readonly path: string
  /** Title of the browser tab. */
  readonly title: MessageDescriptor
  /** `open`: for anyone, without navigation. Otherwise it requires signing in. */
  readonly access?: 'open'
  /** Scope that the member's role needs to open it. */
  readonly scope?: Schemas['Me']['scopes'][number]
  /** Only organisations with early access have it; others get a notice, and no entry in the navigation. */
  readonly earlyAccess?: true
  /** There is nothing of it for test data. */
  readonly liveOnly?: true
  /** Its navigation entry; without one only links lead to it. */
  readonly nav?: {
    /** The title by default. */
    readonly label?: MessageDescriptor
    readonly icon: LucideIcon
    readonly group: keyof typeof NAV_GROUPS
  }
}

export interface PageDefinition extends PageOptions {
  readonly Page: ComponentType
}

interface LoadedPageOptions extends PageOptions {
  /** Loads the page's module, on first use. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}

/** Declares a page of the dashboard. */
export function definePage({ load, ...options }: LoadedPageOptions): PageDefinition {
  return { ...options, Page: lazy(async () => ({ default: (await loadPart(load)).Page })) }
}
