import type { LucideIcon } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Schemas } from '../api/client.ts'

/** Parts of the navigation, in their order. */
export const NAV_GROUPS = ['Work', 'Insights', 'Developers', 'Settings'] as const

interface PageOptions {
  /** Path with parameters as wouter has them: `/queues/:id`. */
  readonly path: string
  /** Of the browser's tab. */
  readonly title: string
  /** `open`: for anyone, without navigation. Otherwise only who is signed in sees it. */
  readonly access?: 'open'
  /** Scope without which a member is told that the role does not allow it. */
  readonly scope?: Schemas['Me']['scopes'][number]
  /** Where it is in the navigation; without it only links lead to it. */
  readonly nav?: {
    readonly label: string
    readonly icon: LucideIcon
    readonly group: (typeof NAV_GROUPS)[number]
  }
  /** The page itself, in a file of its own that is loaded when it is opened first. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}

export interface PageDefinition extends Omit<PageOptions, 'load'> {
  readonly Page: LazyExoticComponent<ComponentType>
}

/** Declares a page of the dashboard. */
export function definePage({ load, ...options }: PageOptions): PageDefinition {
  return { ...options, Page: lazy(async () => ({ default: (await load()).Page })) }
}
