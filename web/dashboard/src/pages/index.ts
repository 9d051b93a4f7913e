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
  Gauge,
  Globe,
  KeyRound,
  ListOrdered,
  type LucideIcon,
  MailCheck,
  MessageSquareText,
  MessagesSquare,
  Scissors,
  ScrollText,
  Send,
  Settings,
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
import { UnreadBadge } from './replies/unread-badge.tsx'

/** What unfolds in the navigation below the pages for the day-to-day work. */
export const NAV_GROUPS = {
  settings: { label: msg`Settings`, icon: Settings },
  developers: { label: msg`Developers`, icon: Code },
}

interface PageOptions {
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
    /** Where it unfolds; without one it is always in sight. */
    readonly group?: keyof typeof NAV_GROUPS
    /** What is to be done there, beside the label. */
    readonly Badge?: ComponentType
  }
}

export interface PageDefinition extends PageOptions {
  /** Path with parameters as wouter has them: `/queues/:id`. */
  readonly path: string
  /** Title of the browser tab. */
  readonly title: MessageDescriptor
  readonly Page: ComponentType
}

/** A page whose module is loaded when it is opened first. */
function page(
  path: string,
  title: MessageDescriptor,
  load: () => Promise<{ readonly Page: ComponentType }>,
  options: PageOptions = {},
): PageDefinition {
  return { path, title, Page: lazy(async () => ({ default: (await loadPart(load)).Page })), ...options }
}

/**
 * Every page of the dashboard, in navigation order. The first match wins, so
 * `/queues/new` is before `/queues/:id`.
 */
export const pages: readonly PageDefinition[] = [
  page('/', msg`Welcome`, () => import('./home/page.tsx')),
  page('/queues', msg`Queues`, () => import('./queues/page.tsx'), {
    scope: 'queues:read',
    nav: { icon: ListOrdered },
  }),
  page('/queues/new', msg`New queue`, () => import('./new-queue/page.tsx'), { scope: 'queues:write' }),
  page('/queues/:id/settings', msg`Queue settings`, () => import('./queue-settings/page.tsx'), {
    scope: 'queues:read',
  }),
  // The page that is open all day comes with the app, not after it.
  {
    path: '/queues/:id',
    title: msg`Queue`,
    scope: 'guests:read',
    Page: QueueBoard,
  },
  page('/replies', msg`Replies`, () => import('./replies/page.tsx'), {
    scope: 'notifications:read',
    nav: { icon: MessagesSquare, Badge: UnreadBadge },
  }),
  page('/bookings', msg`Bookings`, () => import('./bookings/page.tsx'), {
    scope: 'bookings:read',
    earlyAccess: true,
    nav: { icon: CalendarDays },
  }),
  page('/bookings/standby', msg`Standby list`, () => import('./standby/page.tsx'), {
    scope: 'bookings:read',
    earlyAccess: true,
  }),
  page('/messages', msg`Messages`, () => import('./messages/page.tsx'), {
    scope: 'notifications:read',
    nav: { icon: MessageSquareText },
  }),
  page('/messages/templates', msg`Templates`, () => import('./templates/page.tsx'), {
    scope: 'notifications:read',
  }),
  page('/messages/opt-outs', msg`Opt-outs`, () => import('./opt-outs/page.tsx'), {
    scope: 'notifications:read',
  }),
  page('/insights', msg`Insights`, () => import('./insights/page.tsx'), {
    scope: 'queues:read',
    nav: { icon: ChartLine },
  }),
  page('/settings/organization', msg`Organisation`, () => import('./organization/page.tsx'), {
    scope: 'organization:manage',
    nav: { icon: Building2, group: 'settings' },
  }),
  page('/settings/members', msg`Members`, () => import('./members/page.tsx'), {
    scope: 'members:manage',
    nav: { icon: Users, group: 'settings' },
  }),
  page('/settings/messages', msg`Message sending`, () => import('./message-settings/page.tsx'), {
    scope: 'message-providers:manage',
    nav: { icon: Send, group: 'settings' },
  }),
  page('/booking-page', msg`Booking page`, () => import('./booking-page/page.tsx'), {
    scope: 'service-types:read',
    earlyAccess: true,
    nav: { icon: Globe, group: 'settings' },
  }),
  page('/service-types', msg`Service types`, () => import('./service-types/page.tsx'), {
    scope: 'service-types:read',
    earlyAccess: true,
    nav: { icon: Scissors, group: 'settings' },
  }),
  page('/providers', msg`Providers and hours`, () => import('./providers/page.tsx'), {
    scope: 'providers:read',
    earlyAccess: true,
    nav: { icon: UserRoundCog, group: 'settings' },
  }),
  page('/catalogue', msg`Catalogue`, () => import('./catalogue/page.tsx'), {
    scope: 'catalog:read',
    earlyAccess: true,
    nav: { icon: ShoppingBag, group: 'settings' },
  }),
  page('/google-calendar', msg`Google Calendar`, () => import('./google-calendar/page.tsx'), {
    scope: 'calendar:sync',
    earlyAccess: true,
    liveOnly: true,
    nav: { icon: CalendarSync, group: 'settings' },
  }),
  page('/settings/privacy', msg`Privacy`, () => import('./privacy/page.tsx'), {
    scope: 'privacy:manage',
    nav: { icon: ShieldCheck, group: 'settings' },
  }),
  page('/audit', msg`Audit log`, () => import('./audit/page.tsx'), {
    scope: 'audit:read',
    nav: { icon: ScrollText, group: 'settings' },
  }),
  page('/developers', msg`Developers`, () => import('./developers/page.tsx'), {
    scope: 'usage:read',
    nav: { label: msg`Overview`, icon: Gauge, group: 'developers' },
  }),
  page(
    '/developers/requests',
    msg({ message: 'Requests', context: 'to the API' }),
    () => import('./request-log/page.tsx'),
    { scope: 'usage:read', nav: { icon: Activity, group: 'developers' } },
  ),
  page('/developers/test-messages', msg`Test messages`, () => import('./test-messages/page.tsx'), {
    scope: 'notifications:read',
    nav: { icon: MailCheck, group: 'developers' },
  }),
  page('/settings/webhooks', msg`Webhooks`, () => import('./webhooks/page.tsx'), {
    scope: 'webhooks:manage',
    nav: { icon: Webhook, group: 'developers' },
  }),
  page('/settings/webhooks/:id', msg`Webhook endpoint`, () => import('./webhooks/endpoint-page.tsx'), {
    scope: 'webhooks:manage',
  }),
  page('/settings/api-keys', msg`API keys`, () => import('./api-keys/page.tsx'), {
    scope: 'api-keys:manage',
    nav: { icon: KeyRound, group: 'developers' },
  }),
  page('/settings/oauth-applications', msg`OAuth applications`, () => import('./oauth-apps/page.tsx'), {
    scope: 'oauth-clients:manage',
    nav: { icon: AppWindow, group: 'developers' },
  }),
  page('/settings/security', msg`Password and security`, () => import('./security/page.tsx'), {
    scope: 'account:self',
  }),
  page('/sign-in', msg`Sign in`, () => import('./sign-in/page.tsx'), { access: 'open' }),
  page('/sign-up', msg`Create an account`, () => import('./sign-up/page.tsx'), { access: 'open' }),
  page('/reset-password', msg`Set a new password`, () => import('./reset-password/page.tsx'), {
    access: 'open',
  }),
  page('/accept-invitation', msg`Accept the invitation`, () => import('./accept-invitation/page.tsx'), {
    access: 'open',
  }),
  page('/verify-email', msg`Verify your address`, () => import('./verify-email/page.tsx'), {
    access: 'open',
  }),
]
