import { z } from 'zod'
import { idOf } from '../ids.ts'
import { roleSchema } from '../roles.ts'
import { timestamp } from '../text.ts'
import { defineEvent } from './define-event.ts'

/** A member's name or permissions changed; caches must look them up again. */
export const memberUpdated = defineEvent({
  type: 'member.updated',
  version: 1,
  producer: 'accounts',
  summary: 'The role or the name of a member was changed',
  data: z.object({ id: idOf('member'), role: roleSchema }),
})

/** A member was removed, with all their sessions. */
export const memberRemoved = defineEvent({
  type: 'member.removed',
  version: 1,
  producer: 'accounts',
  summary: 'A member was removed from the organisation',
  data: z.object({ id: idOf('member') }),
})

/** A member's password changed; sessions that the change did not start or keep have ended. */
export const memberPasswordChanged = defineEvent({
  type: 'member.password_changed',
  version: 1,
  producer: 'accounts',
  summary: 'The password of a member was changed, and sessions were ended',
  data: z.object({ id: idOf('member') }),
})

/**
 * The broker stores events on disk, where anybody who reads the link of a mail could use it: only accounts can
 * decrypt it.
 */
const sealedLink = z.string().meta({ description: 'The link, sealed by accounts for itself' })

const secretLink = {
  sealed_link: sealedLink.exactOptional().meta({ description: 'Absent in version 1' }),
  link: z.string().exactOptional().meta({ description: 'The link in clear, in version 1 alone' }),
}

/** Somebody, perhaps not the member, asked to reset a password; the subject is the request. */
export const memberPasswordResetRequested = defineEvent({
  type: 'member.password_reset_requested',
  version: 2,
  producer: 'accounts',
  summary: 'A member is to get a mail with a link to set a new password',
  data: z.object({
    id: idOf('member'),
    name: z.string(),
    email: z.string(),
    ...secretLink,
    expires_at: timestamp,
  }),
})

/** A sign-up must be confirmed by a mail to its address; the subject is the sign-up. */
export const memberEmailVerificationRequested = defineEvent({
  type: 'member.email_verification_requested',
  version: 1,
  producer: 'accounts',
  summary: 'Whoever signed up is to get a mail with a link that makes the account',
  data: z.object({ id: idOf('member'), email: z.string(), sealed_link: sealedLink, expires_at: timestamp }),
})

/**
 * Somebody, perhaps not the member, signed up with an address that already has an account; the subject is the mail.
 */
export const memberSignUpRepeated = defineEvent({
  type: 'member.sign_up_repeated',
  version: 1,
  producer: 'accounts',
  summary: 'A member is to get a mail that somebody signed up with their address once more',
  data: z.object({
    id: idOf('member'),
    name: z.string(),
    email: z.string(),
    link: z.string().meta({ description: 'The page to sign in' }),
  }),
})

/** A person was invited; the subject is the invitation. */
export const memberInvited = defineEvent({
  type: 'member.invited',
  version: 2,
  producer: 'accounts',
  summary: 'A person is to get a mail with an invitation to an organisation',
  data: z.object({
    id: idOf('invitation'),
    organization_name: z.string(),
    invited_by: z.string().describe('Name of the member who invites'),
    email: z.string(),
    role: roleSchema,
    ...secretLink,
    expires_at: timestamp,
  }),
})

/** Alert to somebody who manages webhooks that one is failing or disabled; the subject is the mail. */
export const memberWebhookAlertRequested = defineEvent({
  type: 'member.webhook_alert_requested',
  version: 1,
  producer: 'accounts',
  summary: 'A member is to get a mail about a webhook endpoint that fails or was disabled',
  data: z.object({
    id: idOf('member'),
    name: z.string(),
    email: z.string(),
    link: z.string().meta({ description: 'The endpoint in the dashboard' }),
    alert: z.enum(['failing', 'disabled']),
    url: z.string(),
    reason: z.enum(['gone', 'failing']),
    failing_since: timestamp.nullable(),
    disabled_at: timestamp.meta({ description: 'When it was disabled, or will be unless it works before' }),
  }),
})

/** Alert to somebody who manages calendars that one of them needs attention; the subject is the mail. */
export const memberCalendarAlertRequested = defineEvent({
  type: 'member.calendar_alert_requested',
  version: 1,
  producer: 'accounts',
  summary: 'A member is to get a mail about a calendar that must be connected again or was paused',
  data: z.object({
    id: idOf('member'),
    name: z.string(),
    email: z.string(),
    link: z.string().meta({ description: 'The connection in the dashboard' }),
    alert: z
      .enum(['needs_reauth', 'paused'])
      .exactOptional()
      .meta({ description: 'As the status of the connection; absent: needs_reauth' }),
    provider_name: z.string(),
    since: timestamp,
  }),
})

/** The events that request a mail. */
export const MAIL_EVENTS = [
  memberInvited,
  memberEmailVerificationRequested,
  memberSignUpRepeated,
  memberPasswordResetRequested,
  memberWebhookAlertRequested,
  memberCalendarAlertRequested,
] as const
