import type { LucideIcon } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Schemas } from '../api/client.ts'
import { loadPart } from '../ui/load-part.ts'

/** Parts of the navigation, in their order. */
export const NAV_GROUPS = ['Work', 'Insights', 'Developers', 'Settings'] as const

interface PageOptions {
  /** Path with parameters as wouter has them: `/queues/:id`. */
  readonly path: string
  /** Title of the browser tab. */
  readonly title: string
  /** `open`: for anyone, without navigation. Otherwise it requires signing in. */
  readonly access?: 'open'
  /** Scope that the member's role needs to open it. */
  readonly scope?: Schemas['Me']['scopes'][number]
  /** Only organisations with early access have it; others get a notice, and no entry in the navigation. */
  readonly earlyAccess?: true
  /** Its navigation entry; without one only links lead to it. */
  readonly nav?: {
    readonly label: string
    readonly icon: LucideIcon
    readonly group: (typeof NAV_GROUPS)[number]
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
