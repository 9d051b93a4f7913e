import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger, newId, type SendInside } from '@usher/service-kit'
import express from 'express'
import { guestPages } from '../src/index.ts'

const HERE = newId('organization')
const ELSEWHERE = newId('organization')

const answered = (body: object) => ({ status: 200, headers: {}, body: JSON.stringify(body) })

const customerOf = (organization_id: string) =>
  answered({
    ...{ organization_id, name: 'Ada', phone: null, email: 'ada@example.com', locale: null },
    expires_at: '2026-11-26T10:00:00Z',
  })

/** An API with a booking page, and a session here and one elsewhere. */
const send: SendInside = async ({ path }) => {
  if (path === '/public/customers/here') return customerOf(HERE)
  if (path === '/public/customers/elsewhere') return customerOf(ELSEWHERE)
  if (path.endsWith('/bookings')) return answered({ data: [], next_cursor: null })
  return answered({ organization_id: HERE, timezone: 'UTC', embed_sites: [], services: [] })
}

async function answerAt(path: string): Promise<Response> {
  const pages = guestPages({ send, publicUrl: 'http://localhost', log: createLogger('pages', 'silent') })
  const server = createServer(express().use(pages)).listen(0)
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    return await fetch(`http://localhost:${port}${path}`, { redirect: 'manual' })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a customer session opened on the page of another venue leads to the request for contact details', async () => {
  expect((await answerAt('/book/salon/mine/here')).status).toBe(200)
  const elsewhere = await answerAt('/book/salon/mine/elsewhere')
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([303, '/book/salon/mine?over=1'])
})
