import {
  type CloudEvent,
  type DataOf,
  type EventTypeIn,
  memberCalendarAlertRequested,
  memberEmailVerificationRequested,
  memberInvited,
  memberPasswordResetRequested,
  memberSignUpRepeated,
  memberWebhookAlertRequested,
} from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import { z } from 'zod'

/** A mail to one recipient. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** When it becomes useless; null: never. */
  readonly expiresAt: Date | null
}

const openLink = { link: z.string() }
const openInvited = memberInvited.data.extend(openLink)
const openVerificationRequested = memberEmailVerificationRequested.data
  .omit({ sealed_link: true })
  .extend(openLink)
const openResetRequested = memberPasswordResetRequested.data.extend(openLink)

/**
 * Creates the mail that an event requests; its link must be decrypted. @throws PermanentError for an event
 * that violates its contract
 */
export function mailOf({ id, type, data }: CloudEvent): Mail {
  const mail = MAKERS[type as EventTypeIn<'accounts.mail'>]?.(data)
  if (!mail) throw new PermanentError(`event ${id} is not as its contract says`)
  return mail
}

const MAKERS: Readonly<Record<EventTypeIn<'accounts.mail'>, (data: unknown) => Mail | undefined>> = {
  [memberInvited.type]: (data) => mailFrom(openInvited.safeParse(data).data, invitation),
  [memberEmailVerificationRequested.type]: (data) =>
    mailFrom(openVerificationRequested.safeParse(data).data, emailVerification),
  [memberPasswordResetRequested.type]: (data) =>
    mailFrom(openResetRequested.safeParse(data).data, passwordReset),
  [memberSignUpRepeated.type]: (data) =>
    mailFrom(memberSignUpRepeated.data.safeParse(data).data, signUpRepeated),
  [memberWebhookAlertRequested.type]: (data) =>
    mailFrom(memberWebhookAlertRequested.data.safeParse(data).data, webhookAlert),
  [memberCalendarAlertRequested.type]: (data) =>
    mailFrom(memberCalendarAlertRequested.data.safeParse(data).data, (given) =>
      given.alert === 'paused' ? calendarPausedMail(given) : calendarAlert(given),
    ),
}

const mailFrom = <Data>(data: Data | undefined, make: (data: Data) => Mail): Mail | undefined =>
  data && make(data)

const minute = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/**
 * A name on one line, without anything that mail programs turn into links: members and organisations choose
 * their names, and strangers read them.
 */
const plain = (name: string): string => name.replace(/\s+/gu, ' ').replace(/[.。．｡:/@](?=\S)/gu, '$& ')

const invitation = (given: z.infer<typeof openInvited>): Mail => ({
  to: given.email,
  subject: `Invitation to “${plain(given.organization_name)}” on Usher`,
  text: `Hello,

${plain(given.invited_by)}, of an organisation that calls itself “${plain(given.organization_name)}”, invites you to work with it on Usher, as ${given.role}. To accept, set a password here:

${given.link}

The link works once, until ${minute(given.expires_at)}. If you do not know it, you need not do anything.
`,
  expiresAt: new Date(given.expires_at),
})

const emailVerification = (given: z.infer<typeof openVerificationRequested>): Mail => ({
  to: given.email,
  subject: 'Your e-mail address on Usher',
  text: `Hello,

somebody, probably you, has signed up on Usher with this address. If it was you, say so here with the password that you chose:

${given.link}

The link works once, until ${minute(given.expires_at)}. If it was not you, you need not do anything: nobody can sign in with this address before.
`,
  expiresAt: new Date(given.expires_at),
})

const signUpRepeated = (given: DataOf<typeof memberSignUpRepeated>): Mail => ({
  to: given.email,
  subject: 'You have an account on Usher',
  text: `Hello ${plain(given.name)},

somebody, probably you, has signed up on Usher with this address, which has an account. Sign in to it here, or ask for a new password there:

${given.link}

If it was not you, you need not do anything: your account stays as it is.
`,
  expiresAt: null,
})

const passwordReset = (given: z.infer<typeof openResetRequested>): Mail => ({
  to: given.email,
  subject: 'A new password for Usher',
  text: `Hello ${plain(given.name)},

somebody, probably you, has asked to set a new password for your account. To do so:

${given.link}

The link works once, until ${minute(given.expires_at)}. If it was not you, you need not do anything: your password stays as it is.
`,
  expiresAt: new Date(given.expires_at),
})

const SUBJECTS = {
  failing: 'Your webhook endpoint is failing',
  disabled: 'Your webhook endpoint was disabled',
} as const

function webhookAlert(given: DataOf<typeof memberWebhookAlertRequested>): Mail {
  const { alert, reason, failing_since, disabled_at } = given
  const since = failing_since ? ` since ${minute(failing_since)}` : ''
  const happened =
    reason === 'gone'
      ? 'It has answered 410 Gone: nothing more is sent to it.'
      : alert === 'failing'
        ? `Every delivery has failed${since}. It will be disabled at ${minute(disabled_at)} unless one succeeds before.`
        : `Every delivery has failed${since}, so it was disabled at ${minute(disabled_at)}.`
  return {
    to: given.email,
    subject: SUBJECTS[alert],
    text: `Hello ${plain(given.name)},

this is about the webhook endpoint at ${given.url}

${happened}

Its deliveries, with the answers of the receiver:

${given.link}
${alert === 'disabled' ? '\nOnce it is enabled again, what it missed can be replayed.\n' : ''}`,
    expiresAt: null,
  }
}

const calendarAlert = (given: DataOf<typeof memberCalendarAlertRequested>): Mail => ({
  to: given.email,
  subject: `The calendar of ${plain(given.provider_name)} must be connected again`,
  text: `Hello ${plain(given.name)},

since ${minute(given.since)} Google does not let us into the calendar of ${plain(given.provider_name)} any more: access was withdrawn, or has lapsed.

Bookings go on, and what the calendar last said still blocks time; but nothing new goes to and fro until the same Google account is connected again:

${given.link}

Nothing is lost meanwhile: what waits is done then.
`,
  expiresAt: null,
})

const calendarPausedMail = (given: DataOf<typeof memberCalendarAlertRequested>): Mail => ({
  to: given.email,
  subject: `Many appointments vanished from the calendar of ${plain(given.provider_name)}`,
  text: `Hello ${plain(given.name)},

at ${minute(given.since)} many appointments were found deleted at once from the calendar of ${plain(given.provider_name)}. That may have been a mistake, so none of their bookings was cancelled. Please say what is right, to cancel them or to put the appointments back:

${given.link}

Everything else goes on meanwhile.
`,
  expiresAt: null,
})
