import { SetupError } from './provided.ts'

/** One of the demo's organisations. */
export interface DemoPartner {
  readonly organization_id: string
  readonly api_key: string
  /** With which the owner signs in at the dashboard. */
  readonly email: string
  readonly password: string
  readonly oauth: { readonly client_id: string; readonly client_secret: string }
}

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '17:00' }))
const SCOPES = 'providers:write service-types:write catalog:write'

/**
 * Gives an organisation something to book at once: a category with a product and a service type, which two providers
 * have free times for. Done by the public API, as anybody would.
 *
 * @param url address of Usher
 * @throws SetupError where it is not accepted
 */
export async function seedBookings(url: string, partner: DemoPartner): Promise<void> {
  const token = await tokenOf(url, partner)
  const create = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return await textOf(answer, path, 'id')
  }
  const [category_id, ...provider_ids] = await Promise.all([
    create('/api/categories', { name: 'Hair' }),
    create('/api/providers', { name: 'Grace', weekly_hours }),
    create('/api/providers', { name: 'Linus', weekly_hours }),
  ])
  const haircut = { name: 'Haircut', duration_minutes: 30, price: { amount: 3500, currency: 'EUR' } }
  const shampoo = { name: 'Shampoo', sku: 'SH-1', price: { amount: 1250, currency: 'EUR' } }
  await Promise.all([
    create('/api/service-types', { ...haircut, category_id, provider_ids }),
    create('/api/products', { ...shampoo, category_id }),
  ])
}

async function tokenOf(url: string, { oauth }: DemoPartner): Promise<string> {
  const body = new URLSearchParams({ ...oauth, grant_type: 'client_credentials', scope: SCOPES })
  const path = '/oauth/token'
  return await textOf(await fetch(url + path, { method: 'POST', body }), path, 'access_token')
}

async function textOf(answer: Response, path: string, name: string): Promise<string> {
  const body = (await answer.json()) as Record<string, unknown>
  const text = body[name]
  if (answer.ok && typeof text === 'string') return text
  throw new SetupError(`The demo data could not be written: ${path} answered ${answer.status}`)
}
