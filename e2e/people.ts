import { apiClient, type Client, sessionClient } from '@usher/test-kit'

interface Person {
  readonly email: string
  readonly password?: string
  /** Signs up first, with an organisation of this name. */
  readonly organization?: string
}

export interface SignedIn {
  readonly call: Client
  /** A new member of the same organisation. */
  invite(email: string, role: string): Promise<{ id: string; email: string; password: string }>
}

const PASSWORD = 'correct horse battery'

/** Signs in at a gateway, as the dashboard does. */
export async function signIn(
  url: string,
  { email, password = PASSWORD, organization }: Person,
): Promise<SignedIn> {
  const open = (path: string, body: object) => apiClient(url, '')('POST', path, { body })
  if (organization !== undefined) {
    await open('/account/sign-up', { organization_name: organization, name: 'Ada', email, password })
  }
  const answer = await fetch(`${url}/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { csrf_token } = (await answer.json()) as { csrf_token: string }
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const call = sessionClient(url, { cookie, 'x-csrf-token': csrf_token })
  return {
    call,
    async invite(invited, role) {
      const { token } = (await call('POST', '/account/invitations', { body: { email: invited, role } })).body
      const accepted = await open('/account/accept-invitation', { token, name: 'Bob', password: PASSWORD })
      return { id: accepted.body.member.id, email: invited, password: PASSWORD }
    },
  }
}
