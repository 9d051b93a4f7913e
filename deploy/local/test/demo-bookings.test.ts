import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seedBookings } from '../src/demo-bookings.ts'

const partner = {
  ...{ organization_id: 'org_1', api_key: 'usk_1', email: 'demo@usher.test', password: 'x' },
  oauth: { client_id: 'client', client_secret: 'secret' },
}

test('seeding the demo retries a 503 with the same Idempotency-Key', async () => {
  const keys = new Map<string, unknown[]>()
  const server = createServer(({ url = '', headers }, response) => {
    const asked = keys.get(url) ?? []
    keys.set(url, [...asked, headers['idempotency-key']])
    const isBusy = url === '/api/categories' && asked.length === 0
    response.writeHead(isBusy ? 503 : 201).end(JSON.stringify({ id: 'one', access_token: 'token' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await seedBookings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, partner)
  } finally {
    server.close()
  }
  const asked = keys.get('/api/categories') ?? []
  expect(asked).toHaveLength(2)
  expect(new Set(asked).size).toBe(1)
  expect(keys.get('/api/products')).toHaveLength(1)
})
