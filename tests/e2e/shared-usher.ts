import { randomBytes } from 'node:crypto'
import { type Demo, type DemoPartner, type SharedUsher, seedBookings } from '@usher/local'
import { connectMongo, inTransaction, systemClock } from '@usher/service-kit'
import { apiClient, askOnDemand, newAddress } from '@usher/test-kit'
import { createContext } from '../../services/accounts/src/context.ts'
import { createDemoOrganization } from '../../services/accounts/src/demo/seed-demo.ts'
import type { Usher } from './stack.ts'

/**
 * The Usher that all tests of a run share, with two new organisations for the caller, so that tests do not interfere.
 */
export async function useSharedUsher(): Promise<Usher> {
  const { url, google_url, home, environments } = await askOnDemand<SharedUsher>('/usher')
  const partners = await createPartners(environments.accounts?.MONGODB_URL ?? '')
  const demo: Demo = { url, ...(google_url && { google_url }), ...partners }
  for (const partner of [demo, demo.second])
    await seedBookings(url, partner, { 'x-forwarded-for': newAddress() })
  const api = apiClient(url, demo.api_key)
  return { stack: { url, environments }, home, demo, api, [Symbol.asyncDispose]: async () => {} }
}

/** Two organisations like those that `npm start` seeds into an empty database. */
async function createPartners(mongoUrl: string): Promise<DemoPartner & { second: DemoPartner }> {
  const connection = await connectMongo(mongoUrl)
  try {
    const context = await createContext(connection, systemClock)
    const create = (name: string) => {
      const email = `demo-${randomBytes(6).toString('hex')}@usher.test`
      return inTransaction(
        connection,
        async (session) => (await createDemoOrganization(context, { name, email }, session)) as DemoPartner,
      )
    }
    const [first, second] = [await create('Demo Bistro'), await create('Demo Clinic')]
    return { ...first, second }
  } finally {
    await connection.destroy()
  }
}
