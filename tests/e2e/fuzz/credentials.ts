import type { Demo } from '@usher/local'
import { clientToken, openClient } from '@usher/test-kit'

/** The credential of a Schemathesis run, and the operations it excludes. */
export interface Credential {
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>
  /** Pattern of the paths that the credential is for. */
  readonly paths: string
  /** Operations it may not use, or that would cause the rest of the run to be refused. */
  readonly without: readonly string[]
}

export const CREDENTIALS = ['key', 'token', 'session'] as const
export type CredentialName = (typeof CREDENTIALS)[number]

/** Streams never end, so their responses cannot be validated. */
const STREAMS = ['streamQueue', 'streamEvents', 'streamOwnPlace', 'streamDisplay', 'streamCalendarSync']

/** Sent by mail servers, in a media type that Schemathesis cannot generate bodies for. */
const MAIL = 'receiveMailBounce'

/** They end the session or its permissions, or close the organisation. */
const ENDS = [
  'signOut',
  'endSession',
  'changePassword',
  'removeMember',
  'updateMember',
  'createPrivacyRequest',
]

const FOR_MEMBERS = ['updateNotificationSettings']

/** The credentials of a demo organisation; no run exceeds its development plan. */
export const credentialOf: Readonly<Record<CredentialName, (demo: Demo) => Promise<Credential>>> = {
  key: async ({ api_key }) => ({
    headers: { Authorization: `Bearer ${api_key}` },
    paths: '^/v1/',
    without: [...STREAMS, ...FOR_MEMBERS],
  }),
  token: async ({ url, oauth }) => {
    return {
      headers: { Authorization: `Bearer ${await clientToken(url, oauth)}` },
      paths: '^/(v1|api)/',
      without: [...STREAMS, ...FOR_MEMBERS],
    }
  },
  session: async ({ url, email, password }) => {
    const { headers, body } = await openClient(url)('POST', '/account/sign-in', { body: { email, password } })
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return {
      headers: { Cookie: cookie, 'x-csrf-token': body.csrf_token },
      paths: '^/',
      without: [...STREAMS, ...ENDS, MAIL],
    }
  },
}
