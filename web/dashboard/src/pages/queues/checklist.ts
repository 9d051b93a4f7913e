import { t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'

/** What the checklist looks at. */
export interface Venue {
  readonly queues: readonly Schemas['Queue'][]
  readonly organization: Schemas['Organization']
  readonly members: readonly unknown[]
  readonly invitations: readonly unknown[]
  readonly messageProviders: readonly unknown[]
}

export interface ChecklistItem {
  readonly label: string
  /** Why it is worth doing. */
  readonly reason: string
  readonly href: string
  readonly isDone: boolean
}

/** Steps from the first queue to a working venue; each is done once the venue has what it is about. */
export function checklistOf({
  queues,
  organization,
  members,
  invitations,
  messageProviders,
}: Venue): ChecklistItem[] {
  const settings = `/queues/${queues[0]?.id ?? 'new'}/settings`
  const { address, phone, brand_color, logo_url } = organization
  return [
    {
      label: t`Set the opening hours`,
      reason: t`Nobody joins while you are closed`,
      href: `${settings}#hours`,
      isDone: queues.some(({ opening_hours }) => opening_hours !== null),
    },
    {
      label: t`Let guests join by QR code`,
      reason: t`Allow it, then print the poster for the door`,
      href: `${settings}#joining`,
      isDone: queues.some(({ public_join }) => public_join),
    },
    {
      label: t`Add your brand`,
      reason: t`Guests see your logo, address and colour on pages and in e-mails`,
      href: '/settings/organization',
      isDone: [address, phone, brand_color, logo_url].some((value) => value !== null),
    },
    {
      label: t`Connect text messages and e-mail`,
      reason: t`Guests are called on their phone; until then messages only go to the sandbox`,
      href: '/settings/messages',
      isDone: messageProviders.length > 0,
    },
    {
      label: t`Invite a colleague`,
      reason: t`Each person has an account, so the audit log says who did what`,
      href: '/settings/members',
      isDone: members.length + invitations.length > 1,
    },
  ]
}
