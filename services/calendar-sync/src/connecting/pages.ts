import { html, page, pageHeaders, type TextReply } from '@usher/service-kit'
import type { Ending, Failure } from './ending.ts'

/** The page for each failure, and its status. */
const FAILURES: Readonly<Record<Failure, readonly [status: number, title: string, text: string]>> = {
  unknown: [
    400,
    'This link is not known',
    'It may be older than an hour, or be incomplete. Begin again where you came from.',
  ],
  used: [
    400,
    'This link was used already',
    'Each works once. If no calendar was connected, begin again where you came from.',
  ],
  expired: [
    400,
    'This took too long',
    'There are ten minutes from the first click to the last. Begin again where you came from.',
  ],
  wrong_session: [
    403,
    'You are signed in otherwise',
    'The connection was begun in another session. Sign in as you were and begin again, in the same browser.',
  ],
  denied: [
    400,
    'No calendar was connected',
    'Access was not allowed at Google. Nothing has changed; you can begin again at any time.',
  ],
  refused: [
    400,
    'Google did not accept this',
    'What Google gave us was used or has lapsed. Begin again where you came from.',
  ],
  unavailable: [503, 'Google did not answer', 'Nothing has changed. Begin again in a few minutes.'],
  incomplete: [
    400,
    'Some access is missing',
    'Both boxes on the page of Google are needed: to see which calendars you have, and to see and change events. Begin again and leave both ticked.',
  ],
  other_account: [
    409,
    'Another account is connected',
    'This provider is connected to another Google account. Disconnect that one first, or choose the same account at Google.',
  ],
  provider_gone: [
    404,
    'The provider is gone',
    'It was deleted meanwhile, so there is nothing to connect the calendar to.',
  ],
}

const FORM = '/api/google-calendar/confirm'

/** For members: people sent here by an application have no dashboard. */
const WAY_BACK = html`<p><a href="/google-calendar">Back to Google Calendar in the dashboard</a></p>`

/**
 * The page for the outcome of connecting.
 *
 * @param isMember whether the reader uses the dashboard
 */
export function pageOf(ending: Ending, isMember: boolean): Pick<TextReply, 'text' | 'status' | 'headers'> {
  const wayBack = isMember && WAY_BACK
  const headers = pageHeaders()
  if ('failure' in ending) {
    const [status, title, text] = FAILURES[ending.failure]
    return { status, headers, text: page(title, html`<h1>${title}</h1><p>${text}</p>${wayBack}`) }
  }
  if ('token' in ending) return { headers, text: questionPage(ending) }
  const title = 'The calendar is connected'
  const text = `Bookings now show up in the calendar of ${ending.connected.account.email}, and its events block time. You can close this page.`
  return { headers, text: page(title, html`<h1>${title}</h1><p>${text}</p>${wayBack}`) }
}

const questionPage = ({
  token,
  email,
  providerName,
  organizationName,
}: Extract<Ending, { readonly token: string }>): string =>
  page(
    'Connect this calendar?',
    html`<h1>Connect your calendar to ${organizationName}?</h1>
<p>The calendar of <strong>${email}</strong> would be connected to <strong>${providerName}</strong> at <strong>${organizationName}</strong>: they would see when you are busy, and write bookings into it.</p>
<p>If you did not ask for this, close this page: nothing is connected, and access is given back within minutes.</p>
<form method="post" action="${FORM}/${token}"><button type="submit">Connect</button></form>`,
  )
