import { randomBytes } from 'node:crypto'
import { type Client, openClient, sessionClient } from '@usher/test-kit'

const PASSWORD = 'correct horse battery'

/**
 * E-mail addresses for the tests of a file: the same for the same name, and unique in the shared Usher, however often
 * the file runs.
 */
export function newAddresses(): (name: string) => string {
  const suffix = randomBytes(4).toString('hex')
  return (name) => `${name}-${suffix}@usher.test`
}

/** Signs up a new organisation; returns its owner, signed in. */
export async function signUp(url: string, email: string, organization_name: string): Promise<Client> {
  const body = { organization_name, name: 'Ada', email, password: PASSWORD }
  await openClient(url)('POST', '/account/sign-up', { body })
  return await sessionClient(url, { email, password: PASSWORD })
}

/** Makes a person a member of the inviter's organisation. */
export async function invite(
  url: string,
  inviter: Client,
  { email, role }: { email: string; role: string },
): Promise<{ id: string; email: string; password: string }> {
  const { token } = (await inviter('POST', '/account/invitations', { body: { email, role } })).body
  const body = { token, name: 'Bob', password: PASSWORD }
  const accepted = await openClient(url)('POST', '/account/accept-invitation', { body })
  return { id: accepted.body.member.id, email, password: PASSWORD }
}
