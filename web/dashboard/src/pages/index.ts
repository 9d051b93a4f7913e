import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  Activity,
  AppWindow,
  Building2,
  CalendarDays,
  CalendarSync,
  ChartLine,
  Code,
  Globe,
  KeyRound,
  ListOrdered,
  type LucideIcon,
  MailCheck,
  MessageSquareText,
  Scissors,
  ScrollText,
  Send,
  ShieldCheck,
  ShoppingBag,
  UserRoundCog,
  Users,
  Webhook,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Schemas } from '../api/client.ts'
import { loadPart } from '../ui/load-part.ts'
import { Page as QueueBoard } from './queue-board/page.tsx'

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

/** A page that is loaded when it is opened first. */
function definePage({ load, ...options }: LoadedPageOptions): PageDefinition {
  return { ...options, Page: lazy(async () => ({ default: (await loadPart(load)).Page })) }
}

/**
 * Every page of the dashboard, in navigation order. The first match wins, so
 * `/queues/new` is before `/queues/:id`.
 */
export const pages: readonly PageDefinition[] = [
  definePage({ path: '/', title: msg`Welcome`, load: () => import('./home/page.tsx') }),
  definePage({
    path: '/queues',
    title: msg`Queues`,
    scope: 'queues:read',
    nav: { icon: ListOrdered, group: 'work' },
    load: () => import('./queues/page.tsx'),
  }),
  definePage({
    path: '/queues/new',
    title: msg`New queue`,
    scope: 'queues:write',
    load: () => import('./new-queue/page.tsx'),
  }),
  definePage({
    path: '/queues/:id/settings',
    title: msg`Queue settings`,
    scope: 'queues:read',
    load: () => import('./queue-settings/page.tsx'),
  }),
  // The page that is open all day comes with the app, not after it.
  {
    path: '/queues/:id',
    title: msg`Queue`,
    scope: 'guests:read',
    Page: QueueBoard,
  },
  definePage({
    path: '/bookings',
    title: msg`Bookings`,
    scope: 'bookings:read',
    earlyAccess: true,
    nav: { icon: CalendarDays, group: 'work' },
    load: () => import('./bookings/page.tsx'),
  }),
  definePage({
    path: '/bookings/standby',
    title: msg`Standby list`,
    scope: 'bookings:read',
    earlyAccess: true,
    load: () => import('./standby/page.tsx'),
  }),
  definePage({
    path: '/booking-page',
    title: msg`Booking page`,
    scope: 'service-types:read',
    earlyAccess: true,
    nav: { icon: Globe, group: 'work' },
    load: () => import('./booking-page/page.tsx'),
  }),
  definePage({
    path: '/service-types',
    title: msg`Service types`,
    scope: 'service-types:read',
    earlyAccess: true,
    nav: { icon: Scissors, group: 'work' },
    load: () => import('./service-types/page.tsx'),
  }),
  definePage({
    path: '/providers',
    title: msg`Providers and hours`,
    scope: 'providers:read',
    earlyAccess: true,
    nav: { icon: UserRoundCog, group: 'work' },
    load: () => import('./providers/page.tsx'),
  }),
  definePage({
    path: '/catalogue',
    title: msg`Catalogue`,
    scope: 'catalog:read',
    earlyAccess: true,
    nav: { icon: ShoppingBag, group: 'work' },
    load: () => import('./catalogue/page.tsx'),
  }),
  definePage({
    path: '/messages',
    title: msg`Messages`,
    scope: 'notifications:read',
    nav: { icon: MessageSquareText, group: 'work' },
    load: () => import('./messages/page.tsx'),
  }),
  definePage({
    path: '/messages/templates',
    title: msg`Templates`,
    scope: 'notifications:read',
    load: () => import('./templates/page.tsx'),
  }),
  definePage({
    path: '/messages/opt-outs',
    title: msg`Opt-outs`,
    scope: 'notifications:read',
    load: () => import('./opt-outs/page.tsx'),
  }),
  definePage({
    path: '/insights',
    title: msg`Insights`,
    scope: 'queues:read',
    nav: { icon: ChartLine, group: 'insights' },
    load: () => import('./insights/page.tsx'),
  }),
  definePage({
    path: '/audit',
    title: msg`Audit log`,
    scope: 'audit:read',
    nav: { icon: ScrollText, group: 'insights' },
    load: () => import('./audit/page.tsx'),
  }),
  definePage({
    path: '/developers',
    title: msg`Developers`,
    scope: 'usage:read',
    nav: { label: msg`Overview`, icon: Code, group: 'developers' },
    load: () => import('./developers/page.tsx'),
  }),
  definePage({
    path: '/developers/requests',
    title: msg({ message: 'Requests', context: 'to the API' }),
    scope: 'usage:read',
    nav: { icon: Activity, group: 'developers' },
    load: () => import('./request-log/page.tsx'),
  }),
  definePage({
    path: '/developers/test-messages',
    title: msg`Test messages`,
    scope: 'notifications:read',
    nav: { icon: MailCheck, group: 'developers' },
    load: () => import('./test-messages/page.tsx'),
  }),
  definePage({
    path: '/settings/organization',
    title: msg`Organisation`,
    scope: 'organization:manage',
    nav: { icon: Building2, group: 'settings' },
    load: () => import('./organization/page.tsx'),
  }),
  definePage({
    path: '/settings/members',
    title: msg`Members`,
    scope: 'members:manage',
    nav: { icon: Users, group: 'settings' },
    load: () => import('./members/page.tsx'),
  }),
  definePage({
    path: '/settings/webhooks',
    title: msg`Webhooks`,
    scope: 'webhooks:manage',
    nav: { icon: Webhook, group: 'settings' },
    load: () => import('./webhooks/page.tsx'),
  }),
  definePage({
    path: '/settings/webhooks/:id',
    title: msg`Webhook endpoint`,
    scope: 'webhooks:manage',
    load: () => import('./webhooks/endpoint-page.tsx'),
  }),
  definePage({
    path: '/settings/api-keys',
    title: msg`API keys`,
    scope: 'api-keys:manage',
    nav: { icon: KeyRound, group: 'settings' },
    load: () => import('./api-keys/page.tsx'),
  }),
  definePage({
    path: '/settings/oauth-applications',
    title: msg`OAuth applications`,
    scope: 'oauth-clients:manage',
    nav: { icon: AppWindow, group: 'settings' },
    load: () => import('./oauth-apps/page.tsx'),
  }),
  definePage({
    path: '/google-calendar',
    title: msg`Google Calendar`,
    scope: 'calendar:sync',
    earlyAccess: true,
    liveOnly: true,
    nav: { icon: CalendarSync, group: 'settings' },
    load: () => import('./google-calendar/page.tsx'),
  }),
  definePage({
    path: '/settings/messages',
    title: msg`Message sending`,
    scope: 'message-providers:manage',
    nav: { icon: Send, group: 'settings' },
    load: () => import('./message-settings/page.tsx'),
  }),
  definePage({
    path: '/settings/privacy',
    title: msg`Privacy`,
    scope: 'privacy:manage',
    nav: { icon: ShieldCheck, group: 'settings' },
    load: () => import('./privacy/page.tsx'),
  }),
  definePage({
    path: '/settings/security',
    title: msg`Password and security`,
    scope: 'account:self',
    load: () => import('./security/page.tsx'),
  }),
  definePage({
    path: '/sign-in',
    title: msg`Sign in`,
    access: 'open',
    load: () => import('./sign-in/page.tsx'),
  }),
  definePage({
    path: '/sign-up',
    title: msg`Create an account`,
    access: 'open',
    load: () => import('./sign-up/page.tsx'),
  }),
  definePage({
    path: '/reset-password',
    title: msg`Set a new password`,
    access: 'open',
    load: () => import('./reset-password/page.tsx'),
  }),
  definePage({
    path: '/accept-invitation',
    title: msg`Accept the invitation`,
    access: 'open',
    load: () => import('./accept-invitation/page.tsx'),
  }),
  definePage({
    path: '/verify-email',
    title: msg`Verify your address`,
    access: 'open',
    load: () => import('./verify-email/page.tsx'),
  }),
]
