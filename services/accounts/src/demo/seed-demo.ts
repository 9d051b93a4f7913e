import { ALL_SCOPES } from '@usher/contracts'
import { isDuplicateKey } from '@usher/service-kit'
import { type ClientSession, Schema } from 'mongoose'
import { newApiKey } from '../api-keys/api-key.ts'
import type { AccountsContext } from '../context.ts'
import { newOrganization } from '../organizations/organization.ts'

interface DemoOrganization {
  readonly organization_id: string
  /** The only copy: it is not stored. */
  readonly api_key: string
}

export interface Demo extends DemoOrganization {
  readonly second: DemoOrganization
}

/**
 * Creates two demo organisations with a key each, unless there is an organisation or was a demo already.
 * Of several processes that try at once one succeeds: they all insert the same marker.
 */
export async function seedDemo(context: AccountsContext): Promise<Demo | undefined> {
  const { connection } = context
  const markers = connection.model('Marker', markerSchema)
  await markers.createCollection()
  try {
    return await connection.transaction(async (session) => {
      await markers.create([{ _id: 'demo', at: context.clock.now() }], { session })
      if (await context.organizations.hasAny(session)) return undefined
      const first = await createDemoOrganization(context, 'Demo Bistro', session)
      const second = await createDemoOrganization(context, 'Demo Clinic', session)
      return { ...first, second }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

/** Things that are done once in the life of a database. */
const markerSchema = new Schema({ _id: String, at: Date }, { collection: 'markers', versionKey: false })

async function createDemoOrganization(
  { organizations, apiKeys, clock }: AccountsContext,
  name: string,
  session: ClientSession,
): Promise<DemoOrganization> {
  const organization = newOrganization(
    { name, plan: 'development', early_access: true, country: 'US', timezone: 'America/New_York' },
    clock.now(),
  )
  const details = { organization_id: organization._id, name: 'Demo key', scopes: ALL_SCOPES }
  const { record, key } = newApiKey(details, clock.now())
  await organizations.insert(organization, session)
  await apiKeys.insert(record, session)
  return { organization_id: organization._id, api_key: key }
}
