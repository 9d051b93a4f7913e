import { operations } from '@usher/contracts'
import { consentAt } from '../google.ts'
import type { Owner } from '../isolation/owner.ts'
import { RESOURCES } from '../isolation/resources.ts'
import type { Case } from './attempt.ts'

/** Starts an authorization up to the consent page; returns the token of its form. */
async function asked(owner: Owner): Promise<string> {
  const { id } = await RESOURCES.provider.create(owner)
  const { credentials, open } = owner
  const byToken = new Map(credentials(operations.startGoogleCalendarAuth)).get('access token')
  const begun = await byToken?.('GET', `/api/google-calendar/auth?provider_id=${id}`)
  const page = await open('GET', await consentAt(begun?.body.authorization_url))
  return /confirm\/([\w-]+)"/.exec(page.body)?.[1] ?? ''
}

/** Calendar operations that need no credential. */
export const CALENDAR_CASES: Readonly<Record<string, Case>> = {
  confirmGoogleCalendar: {
    accepted: async (owner) => ({
      ...{ call: owner.open, params: { token: await asked(owner) } },
      ...{ actor: /^oac_/, resource: /^cal_/ },
    }),
    refused: ({ open }) => ({ call: open, params: { token: 'unknown' }, reader: null }),
  },
}
