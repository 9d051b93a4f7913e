import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SendInside } from '@usher/service-kit'
import { createLogger, newId } from '@usher/service-kit'
import express from 'express'
import { guestPages } from '../src/index.ts'

const SITE = 'https://www.example.com'
const SERVICE = newId('serviceType')

const PAGE = {
  ...{ organization_id: newId('organization'), timezone: 'UTC', embed_sites: [SITE] },
  services: [
    {
      ...{ id: SERVICE, name: 'Haircut', description: null, duration_minutes: 30, duration_options: [] },
      ...{ capacity: 1, price: null, providers: [], requires_confirmation: false, questions: [] },
      ...{ max_visits: 1, cancel_until_minutes: 0, verification: 'none' },
    },
  ],
}

/** An API that knows the booking page and nothing else. */
const send: SendInside = async ({ path }) =>
  path === '/public/book/salon'
    ? { status: 200, headers: {}, body: JSON.stringify(PAGE) }
    : {
        status: 503,
        headers: {},
        body: JSON.stringify({
          ...{ type: 'about:blank', title: 'x', status: 503, instance: path },
          ...{ code: 'service_unavailable', request_id: 'req_1' },
        }),
      }

test('a booking page in a frame answers 503 to its site, with a link back, when free times cannot be read', async () => {
  const app = express().use(
    guestPages({ send, publicUrl: 'http://localhost', log: createLogger('pages', 'silent') }),
  )
  const server = createServer(app).listen(0)
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}/book/salon/${SERVICE}?embed=1&lang=de`
  const answer = await fetch(url)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${SITE}`)
  expect(await answer.text()).toContain('href="/book/salon?lang=de&amp;embed=1"')
  server.closeAllConnections()
  server.close()
})
