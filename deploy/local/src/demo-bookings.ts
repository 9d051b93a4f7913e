import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { SetupError } from './provided.ts'

/** One of the demo's organisations. */
export interface DemoPartner {
  readonly organization_id: string
  readonly api_key: string
  /** For test data. Absent in files from before there was any. */
  readonly test_api_key?: string
  /** The owner signs in to the dashboard with it. */
  readonly email: string
  readonly password: string
  readonly oauth: { readonly client_id: string; readonly client_secret: string }
}

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '17:00' }))
/** How long to retry requests that are answered 503, and the wait between tries, in ms. */
const [PATIENCE_MS, RETRY_MS] = [60_000, 1_000]

const SCOPES = 'providers:write service-types:write catalog:write'

/**
 * Gives an organisation something to book: a category with a product and a service type, and two providers with free
 * times. Uses the public API like any client.
 *
 * @param url address of Usher
 * @param given header fields of each request
 * @throws SetupError if a request is rejected
 */
export async function seedBookings(
  url: string,
  partner: DemoPartner,
  given: Readonly<Record<string, string>> = {},
): Promise<void> {
  const token = await tokenOf(url, partner, given)
  const create = async (path: string, body: object): Promise<string> => {
    const authorization = `Bearer ${token}`
    const headers = {
      ...given,
      authorization,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const answer = await ask(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
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

async function tokenOf(
  url: string,
  { oauth }: DemoPartner,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const body = new URLSearchParams({ ...oauth, grant_type: 'client_credentials', scope: SCOPES })
  const path = '/oauth/token'
  return await textOf(await ask(url + path, { method: 'POST', headers, body }), path, 'access_token')
}

/** Retries while Usher is too busy to answer, as it may be right after its start on a slow machine. */
async function ask(url: string, request: RequestInit): Promise<Response> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await fetch(url, request)
    if (answer.status !== 503 || performance.now() > giveUpAt) return answer
    await answer.body?.cancel()
    await delay(RETRY_MS)
  }
}

async function textOf(answer: Response, path: string, name: string): Promise<string> {
  const body = (await answer.json()) as Record<string, unknown>
  const text = body[name]
  if (answer.ok && typeof text === 'string') return text
  throw new SetupError(`The demo data could not be written: ${path} answered ${answer.status}`)
}
