import { newId } from '@usher/service-kit'
import { givenProvider, shareHarness } from './harness.ts'

const shared = shareHarness()

test.each([
  { path: '/api/providers', collection: 'providers', kind: 'provider', most: 500 },
  { path: '/api/service-types', collection: 'service_types', kind: 'serviceType', most: 500 },
  { path: '/api/categories', collection: 'categories', kind: 'category', most: 500 },
  { path: '/api/products', collection: 'products', kind: 'product', most: 5_000 },
] as const)(
  'an organisation has at most $most $collection that are not archived, unless its plan allows more',
  async (given) => {
    const { path, collection, kind, most } = given
    const { client, infrastructure, organizationId: organization_id } = await shared()
    const [small, large] = [client({ plan: 'standard' }), client({ plan: 'development' })]
    const provider_ids = kind === 'serviceType' ? [(await givenProvider(small)).id] : []
    const body = { name: 'One', ...(kind === 'serviceType' && { duration_minutes: 30, provider_ids }) }
    const { id } = (await small('POST', path, { body })).body
    const others = Array.from({ length: most - 1 }, () => ({ _id: newId(kind), organization_id }))
    await infrastructure.fill('booking', collection, others)
    const refused = await small('POST', path, { body })
    expect([refused.status, refused.body.code]).toEqual([409, 'plan_limit_reached'])
    expect((await small('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await small('POST', path, { body })).status).toBe(201)
    expect((await large('POST', path, { body })).status).toBe(201)
  },
)
