import { randomBytes } from 'node:crypto'
import { ALL_SCOPES, type OAuthClientCreate } from '@usher/contracts'
import { inTransaction, isDuplicateKey, newId } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { newApiKey } from '../api-keys/api-key.ts'
import { insertApiKey } from '../api-keys/api-key-store.ts'
import type { AccountsContext } from '../context.ts'
import { newMember } from '../members/member.ts'
import { hashPassword } from '../members/passwords.ts'
import { newOAuthClient } from '../oauth/oauth-client.ts'
import { newOrganization } from '../organizations/organization.ts'
import { insertOrganization } from '../organizations/organization-store.ts'
import { startTestMode } from '../organizations/start-test-mode.ts'

const PASSWORD_BYTES = 18

/** An application with every scope and a redirect URI on the developer's machine. */
const DEMO_APPLICATION: OAuthClientCreate = {
  name: 'Demo application',
  type: 'confidential',
  scopes: ALL_SCOPES,
  redirect_uris: ['http://localhost:3000/callback', 'http://127.0.0.1:3000/callback'],
}

interface DemoOrganization {
  readonly organization_id: string
  /** E-mail address of the owner. */
  readonly email: string
  /** Shown only once, like the key: neither is stored. */
  readonly password: string
  readonly api_key: string
  /** For its test data. */
  readonly test_api_key: string
  readonly oauth: { readonly client_id: string; readonly client_secret: string | null }
}

export interface Demo extends DemoOrganization {
  readonly second: DemoOrganization
}

/**
 * Creates two demo organisations, each with an owner and a key, unless an organisation exists or a demo ever
 * did. Of concurrent processes one succeeds: all insert the same marker.
 */
export async function seedDemo(context: AccountsContext): Promise<Demo | undefined> {
  const { connection } = context
  try {
    return await inTransaction(connection, async (session) => {
      await context.organizations.markDemo(context.clock.now(), session)
      if (await context.organizations.hasAny(session)) return undefined
      const first = await createDemoOrganization(
        context,
        { name: 'Demo Bistro', email: 'demo@usher.test' },
        session,
      )
      const second = await createDemoOrganization(
        context,
        { name: 'Demo Clinic', email: 'demo2@usher.test' },
        session,
      )
      return { ...first, second }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

/** Creates an organisation with all privileges, an owner, a key and an application. */
export async function createDemoOrganization(
  context: AccountsContext,
  { name, email }: { name: string; email: string },
  session: ClientSession,
): Promise<DemoOrganization> {
  const { members, oauthClients } = context
  const now = context.clock.now()
  const origin = { actor: 'operator', requestId: newId('request') }
  const organization = newOrganization(
    { name, plan: 'development', early_access: true, country: 'US', timezone: 'America/New_York' },
    now,
  )
  const organization_id = organization._id
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const password_hash = await hashPassword(password)
  const owner = newMember({ organization_id, name: 'Demo owner', email, role: 'owner', password_hash }, now)
  const details = { organization_id, name: 'Demo key', scopes: ALL_SCOPES, created_by: owner._id }
  const { record, key } = newApiKey(details, now)
  await insertOrganization(session, context, organization, origin)
  await members.insert(owner, session)
  await insertApiKey(session, context, record, origin)
  await startTestMode(session, context, organization_id, origin)
  const test = newApiKey({ ...details, name: 'Demo test key', livemode: false }, now)
  await insertApiKey(session, context, test.record, origin)
  const { client, secret } = newOAuthClient(DEMO_APPLICATION, { organization_id, created_by: owner._id }, now)
  await oauthClients.insert(client, session)
  const oauth = { client_id: client._id, client_secret: secret }
  return { organization_id, email, password, api_key: key, test_api_key: test.key, oauth }
}
