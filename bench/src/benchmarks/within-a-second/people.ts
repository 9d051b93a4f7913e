import { randomBytes } from 'node:crypto'
import type { Usher } from '../../usher.ts'
import { type Guarantee, type Headers, newAddress, trialOfReading, type Venue } from './trial.ts'

const QUEUES = '/v1/queues'
/** Managers may read it, hosts may not. */
const ENDPOINTS = '/v1/webhook-endpoints'
const PASSWORD = 'correct horse battery'

const JSON_BODY = { 'content-type': 'application/json' } as const

/** Signs in like a browser; returns the headers for its requests. */
export async function signIn(
  { url }: Usher,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Headers> {
  const body = JSON.stringify({ email, password })
  const headers = { ...JSON_BODY, ...newAddress() }
  const answer = await fetch(`${url}/account/sign-in`, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`the sign-in was answered ${answer.status}`)
  const { csrf_token } = (await answer.json()) as { csrf_token: string }
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ...JSON_BODY, cookie, 'x-csrf-token': csrf_token }
}

const newEmail = () => `${randomBytes(6).toString('hex')}@usher.test`

/** The owner of a new organisation, signed in. */
async function givenOwner(usher: Usher): Promise<Headers> {
  const signedUp = { organization_name: 'Bistro', name: 'Ada', email: newEmail(), password: PASSWORD }
  const headers = { ...JSON_BODY, ...newAddress() }
  await usher.call('POST', '/account/sign-up', signedUp, headers)
  return await signIn(usher, signedUp)
}

/** A new manager, signed in, of an organisation of their own: one organisation may invite only so many a day. */
async function givenManager({ usher }: Venue) {
  const owner = await givenOwner(usher)
  const email = newEmail()
  const invitation = { email, role: 'manager' }
  const { token } = await usher.call('POST', '/account/invitations', invitation, owner)
  const accepted = { token, name: 'Bob', password: PASSWORD }
  const headers = { ...JSON_BODY, ...newAddress() }
  const { member } = await usher.call('POST', '/account/accept-invitation', accepted, headers)
  return {
    owner,
    path: `/account/members/${member.id}`,
    headers: await signIn(usher, { email, password: PASSWORD }),
  }
}

const apiKeyRevoked: Guarantee = {
  what: 'an API key is revoked',
  async prepare(venue) {
    const { usher, owner } = venue
    const wanted = { name: 'Till', scopes: ['queues:read'] }
    const { id, api_key } = await usher.call('POST', '/account/api-keys', wanted, owner)
    const reading = { path: QUEUES, headers: { authorization: `Bearer ${api_key}` }, refused: 401 } as const
    return trialOfReading(venue, reading, () =>
      usher.call('DELETE', `/account/api-keys/${id}`, undefined, owner),
    )
  },
}

const sessionEnded: Guarantee = {
  what: 'a session is ended',
  async prepare(venue) {
    const { usher } = venue
    const headers = await signIn(usher, usher.demo)
    const reading = { path: QUEUES, headers, refused: 401 } as const
    return trialOfReading(venue, reading, () => usher.call('POST', '/account/sign-out', undefined, headers))
  },
}

const roleChanged: Guarantee = {
  what: 'the role of a member is changed',
  async prepare(venue) {
    const { owner, path, headers } = await givenManager(venue)
    const reading = { path: ENDPOINTS, headers, refused: 403 } as const
    return trialOfReading(venue, reading, () => venue.usher.call('PATCH', path, { role: 'host' }, owner))
  },
}

const memberRemoved: Guarantee = {
  what: 'a member is removed',
  async prepare(venue) {
    const { owner, path, headers } = await givenManager(venue)
    const reading = { path: QUEUES, headers, refused: 401 } as const
    return trialOfReading(venue, reading, () => venue.usher.call('DELETE', path, undefined, owner))
  },
}

export const PEOPLE = [apiKeyRevoked, sessionEnded, roleChanged, memberRemoved]
