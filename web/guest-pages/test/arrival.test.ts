import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JoinPage, OwnBooking } from '@usher/contracts'
import type { InsideRequest } from '@usher/service-kit'
import { createLogger } from '@usher/service-kit'
import express from 'express'
import { guestPages } from '../src/index.ts'

const BOOKING: OwnBooking = {
  ...{ organization_id: 'org_01h455vb4pex5vsknk084sn02q', status: 'confirmed', seats: 1 },
  ...{ start: '2099-12-24T10:00:00.000Z', end: '2099-12-24T10:30:00.000Z' },
  ...{ timezone: 'UTC', cancel_reason: null, name: 'Ada', service_name: 'Cut' },
  ...{ provider_name: 'Grace', changeable_until: '2099-12-24T10:00:00.000Z' },
  ...{ can_check_in: false, checked_in_at: null, check_in_error: null, place_url: null },
  ...{ created_at: '2026-11-22T16:00:00.000Z', updated_at: '2026-11-22T16:00:00.000Z' },
}

const JOIN: JoinPage = {
  ...{ organization_id: BOOKING.organization_id, name: 'Desk', status: 'active' },
  ...{ opens_at: null, timezone: 'UTC' },
  ...{ can_join: true, refusal: null, pause_reason: null, takes_bookings: true, custom_fields: [] },
  ...{ estimated_wait_range: { low: 5, high: 10 }, min_party_size: 1, max_party_size: 8 },
}

const CHECKED_IN = { checked_in_at: '2026-11-22T16:00:00.000Z' }
const PLACE_URL = 'https://usher.test/w/guest'

const cleanup: (() => void)[] = []
afterEach(() => {
  for (const close of cleanup.splice(0)) close()
})

type Given = readonly [status: number, body: object]

const problem = (status: number, code: string): Given => [
  status,
  { type: 'about:blank', title: code, status, instance: '/', code, request_id: 'req_1' },
]

/** The pages before an API that answers as given, by method and path. */
async function start(answers: Readonly<Record<string, Given>>) {
  const asked: InsideRequest[] = []
  const send = async (request: InsideRequest) => {
    asked.push(request)
    const [status, body] = answers[`${request.method} ${request.path}`] ?? problem(404, 'not_found')
    return { status, headers: {}, body: JSON.stringify(body) }
  }
  const log = createLogger('test', 'silent')
  const server = createServer(express().use(guestPages({ send, publicUrl: 'https://usher.test', log })))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanup.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const open = async (path: string, form?: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { open, asked }
}

const withBooking = (more: Partial<OwnBooking>) =>
  start({ 'GET /public/bookings/t': [200, { ...BOOKING, ...more }] })

describe('the page of a booking', () => {
  test('has a check-in button when check-in is possible, which opens in the whole window from a frame', async () => {
    const { open } = await withBooking({ can_check_in: true })
    expect((await open('/b/t')).text).toContain('action="/b/t/check-in">')
    expect((await open('/b/t?embed=1&lang=de')).text).toContain(
      'action="/b/t/check-in?lang=de" target="_top">',
    )
    const without = await withBooking({})
    expect((await without.open('/b/t')).text).not.toContain('check-in')
  })

  test('refreshes after check-in until it leads to the place in the line', async () => {
    const { open, asked } = await start({
      'POST /public/bookings/t/check-in': [200, { ...BOOKING, ...CHECKED_IN }],
    })
    const sent = await open('/b/t/check-in?lang=de', { key: 'key-of-the-form' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/b/t?arrived=1&lang=de'])
    expect(asked.at(-1)?.headers['idempotency-key']).toBe('key-of-the-form')

    const waiting = await withBooking(CHECKED_IN)
    const shown = await waiting.open('/b/t?arrived=1&lang=de')
    expect(shown.headers.get('refresh')).toBe('2; url=/b/t?arrived=2&lang=de')
    expect(shown.text).toContain('Einen Moment, Sie werden in die Warteschlange aufgenommen.')
    expect((await waiting.open('/b/t?arrived=30')).headers.get('refresh')).toBeNull()
    expect((await waiting.open('/b/t')).headers.get('refresh')).toBeNull()

    const handled = await withBooking({ ...CHECKED_IN, place_url: PLACE_URL })
    const led = await handled.open('/b/t?arrived=2')
    expect([led.status, led.headers.get('location')]).toEqual([303, '/w/guest'])
    expect((await handled.open('/b/t')).text).toContain('href="/w/guest"')
  })

  test('says that check-in failed when the queue refused it or no queue takes the booking', async () => {
    const refused = await withBooking({ ...CHECKED_IN, check_in_error: 'queue_full', can_check_in: true })
    const { text, headers } = await refused.open('/b/t?arrived=2')
    expect(text).toMatch(/role="alert"><strong>[^<]+<\/strong> You could not be checked in/)
    expect([headers.get('refresh'), text.includes('/b/t/check-in')]).toEqual([null, true])
    const none = await start({
      'POST /public/bookings/t/check-in': problem(409, 'no_queue_for_booking'),
      'GET /public/bookings/t': [200, BOOKING],
    })
    const sent = await none.open('/b/t/check-in', {})
    expect(sent.headers.get('location')).toBe('/b/t?refused=1')
    expect((await none.open('/b/t?refused=1')).text).toContain('You could not be checked in')
  })
})

describe('the join page of a queue', () => {
  const PAGE = { 'GET /public/join/q': [200, JOIN] } as const
  const ARRIVED = {
    ...{ start: BOOKING.start, timezone: 'UTC', service_name: 'Cut', check_in_error: null },
  }

  test('offers check-in when the queue takes bookings, even when it cannot be joined', async () => {
    const { open } = await start(PAGE)
    expect((await open('/join/q')).text).toContain('action="/join/q/check-in"')
    const full = await start({
      'GET /public/join/q': [200, { ...JOIN, can_join: false, refusal: 'queue_full' }],
    })
    expect((await full.open('/join/q')).text).toContain('action="/join/q/check-in"')
    const plain = await start({ 'GET /public/join/q': [200, { ...JOIN, takes_bookings: false }] })
    expect((await plain.open('/join/q')).text).not.toContain('check-in')
  })

  test('shows the time of the checked-in booking in the language of the form', async () => {
    const { open, asked } = await start({
      ...PAGE,
      'POST /public/join/q/check-in': [200, ARRIVED],
    })
    const { status, text } = await open('/join/q/check-in', { contact: ' 4155550101 ', locale: 'de' })
    expect(asked.find(({ method }) => method === 'POST')?.body).toBe('{"contact":"4155550101"}')
    expect(status).toBe(200)
    expect(text).toContain('Ihr Termin ist um 10:00. Sie werden aufgerufen')
    expect((await open('/join/q/check-in')).headers.get('location')).toBe('/join/q')
  })

  test('says why the queue refused the check-in', async () => {
    const { open } = await start({
      ...PAGE,
      'POST /public/join/q/check-in': [200, { ...ARRIVED, check_in_error: 'queue_paused' }],
    })
    const { text } = await open('/join/q/check-in', { contact: '4155550101' })
    expect(text).toMatch(/<strong>The queue is paused<\/strong> You could not be checked in/)
  })

  test('opens the check-in form again with what was typed when no booking is found', async () => {
    const { open } = await start({
      ...PAGE,
      'POST /public/join/q/check-in': problem(404, 'not_found'),
    })
    const { status, text } = await open('/join/q/check-in', { contact: '4155550199' })
    expect(status).toBe(404)
    expect(text).toContain('<details id="booked" open>')
    expect(text).toMatch(/There is no booking for this/)
    expect(text).toContain('value="4155550199"')
  })

  test('says that there were too many requests after too many check-ins', async () => {
    const { open } = await start({
      ...PAGE,
      'POST /public/join/q/check-in': problem(429, 'rate_limited'),
    })
    const { status, text } = await open('/join/q/check-in', { contact: '4155550199' })
    expect([status, text.includes('There were too many requests')]).toEqual([429, true])
  })
})

describe('the join page of a queue that takes bookings', () => {
  test('has the check-in above the form for guests', async () => {
    const { open } = await start({ 'GET /public/join/desk': [200, JOIN] })
    const { text } = await open('/join/desk')
    expect(text).toContain('id="booked"')
    expect(text.indexOf('id="booked"')).toBeLessThan(text.indexOf('id="party_size"'))
  })
})
