import { HOUR_MS } from '@usher/service-kit/durations'
import { sessionClient } from '@usher/test-kit'
import type { Usher } from '../stack.ts'
import { bookingPages } from './booking-states.ts'
import { customerPages } from './customer-states.ts'
import { CUSTOM_FIELDS, givenBooking, givenVenue } from './venue.ts'

/** A guest page in one of its states. */
export interface GuestPage {
  readonly name: string
  readonly path: string
  /** Sent to the path, for a page that answers a form. */
  readonly form?: Readonly<Record<string, string>>
}

/** Extra languages for screenshots: a right-to-left one, and one with long words. */
export const LANGUAGES = ['ar', 'de']

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const NOT_TODAY = [{ day: DAYS[(new Date().getUTCDay() + 3) % 7], start: '18:00', end: '22:00' }]

/** Every page for guests and for OAuth consent, in each of its states. */
export async function guestPages(usher: Usher): Promise<GuestPage[]> {
  return [
    ...(await places(usher)),
    ...(await joining(usher)),
    ...(await displays(usher)),
    ...(await bookings(usher)),
    ...(await bookingPages(usher, inLanguages)),
    // An organisation has one booking page.
    ...(await customerPages({ ...usher, demo: { ...usher.demo, ...usher.demo.second } })),
    ...(await consent(usher)),
  ]
}

export const inLanguages = ({ name, path }: GuestPage): GuestPage[] => [
  { name, path },
  ...LANGUAGES.map((lang) => ({
    name: `${name}-${lang}`,
    path: `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`,
  })),
]

async function places(usher: Usher): Promise<GuestPage[]> {
  const { api, guest } = await givenVenue(usher, { name: 'Terrace of the Golden Pheasant' })
  const [called, seated, gone, late, away, left, waiting] = [
    await guest('Ada Lovelace', { party_size: 4 }),
    await guest('Grace'),
    await guest('Edsger'),
    await guest('Konrad'),
    await guest('Barbara'),
    await guest('Frances'),
    await guest('Wilhelmina Featherstonehaugh-Cholmondeley', { party_size: 12 }),
  ]
  await api('POST', `/v1/guests/${called.id}/notify`, { body: { desk: 'Counter 3' } })
  await api('POST', `/v1/guests/${seated.id}/seat`)
  await api('DELETE', `/v1/guests/${gone.id}`)
  await api('POST', `/v1/guests/${late.id}/no-show`)
  const until = new Date(Date.now() + HOUR_MS / 2).toISOString()
  await api('POST', `/public/guests/${away.path.slice('/w/'.length)}/defer`, { body: { until } })
  await api('POST', `/public/guests/${left.path.slice('/w/'.length)}/leave`)
  const slow = await givenVenue(usher, { name: 'Cellar', service_minutes: 20 })
  await slow.guest('Radia')
  const passed = await slow.guest('Barbara', { party_size: 2 })
  for (const party_size of [6, 6]) {
    const { id } = await slow.guest('Grace', { party_size })
    await slow.api('POST', `/v1/guests/${id}/seat`)
  }
  const closing = await givenVenue(usher, { name: 'Garden' })
  const paused = await closing.guest('Radia')
  await closing.api('POST', `/v1/queues/${closing.queueId}/pause`, {
    body: { reason: 'The kitchen is behind; we go on at eight.' },
  })
  return [
    ...inLanguages({ name: 'place-waiting', path: waiting.path }),
    ...inLanguages({ name: 'place-called', path: called.path }),
    ...inLanguages({ name: 'place-late', path: passed.path }),
    { name: 'place-away', path: away.path },
    { name: 'place-paused', path: paused.path },
    { name: 'place-seated', path: seated.path },
    { name: 'place-removed', path: gone.path },
    { name: 'place-left', path: left.path },
    ...inLanguages({ name: 'place-details', path: `${waiting.path}/details` }),
    { name: 'place-no-show', path: late.path },
    ...inLanguages({ name: 'place-unknown', path: '/w/nothing' }),
  ]
}

async function joining(usher: Usher): Promise<GuestPage[]> {
  const open = await givenVenue(usher, { name: 'Terrace', custom_fields: CUSTOM_FIELDS })
  const full = await givenVenue(usher, { name: 'Bar', capacity: 1 })
  await full.guest('Ada')
  const paused = await givenVenue(usher, { name: 'Garden' })
  const reason = 'The kitchen is behind; we go on at eight.'
  await paused.api('POST', `/v1/queues/${paused.queueId}/pause`, { body: { reason } })
  const closed = await givenVenue(usher, { name: 'Roof', opening_hours: NOT_TODAY })
  const off = await givenVenue(usher, { name: 'Cellar' })
  await off.api('PATCH', `/v1/queues/${off.queueId}`, { body: { public_join: false } })
  return [
    ...inLanguages({ name: 'join-open', path: open.joinPath }),
    { name: 'join-full', path: full.joinPath },
    { name: 'join-paused', path: paused.joinPath },
    { name: 'join-closed', path: closed.joinPath },
    { name: 'join-off', path: off.joinPath },
    { name: 'join-unknown', path: '/join/nothing' },
    ...inLanguages({ name: 'poster', path: `${open.joinPath}/poster` }),
  ]
}

async function displays(usher: Usher): Promise<GuestPage[]> {
  const empty = await givenVenue(usher, { name: 'Lounge' })
  const full = await givenVenue(usher, { name: 'Terrace of the Golden Pheasant' })
  const names = ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov', 'Radia Perlman']
  for (const name of [...names, ...names, ...names, ...names]) await full.guest(name)
  for (const index of names.keys()) {
    const body = { desk: `Counter ${index + 1}` }
    await full.api('POST', `/v1/queues/${full.queueId}/call-next`, { body })
  }
  return [
    { name: 'display-empty', path: empty.displayPath },
    ...inLanguages({ name: 'display-full', path: full.displayPath }),
  ]
}

const MAY_DAY = '2030-05-01T10:00:00Z'

async function bookings(usher: Usher): Promise<GuestPage[]> {
  const kept = await givenBooking(usher)
  const cancelled = await givenBooking(usher)
  await cancelled.owner('POST', `/api/bookings/${cancelled.id}/cancel`, {
    body: { reason: 'Closed that day' },
  })
  return [
    ...inLanguages({ name: 'booking', path: kept.path }),
    { name: 'booking-new', path: `${kept.path}?booked=1` },
    ...inLanguages({ name: 'booking-move', path: `${kept.path}/move` }),
    ...inLanguages({ name: 'booking-move-to', path: `${kept.path}/move?start=${MAY_DAY}` }),
    { name: 'booking-cancelled', path: cancelled.path },
    { name: 'booking-unknown', path: '/b/nothing' },
  ]
}

/** The consent flow's sign-in and consent pages; anybody already signed in goes straight to consent. */
async function consent({ stack, demo }: Usher): Promise<GuestPage[]> {
  const owner = await sessionClient(stack.url, demo)
  const redirect_uri = 'https://planner.example/back'
  const body = {
    name: 'Table Planner',
    redirect_uris: [redirect_uri],
    scopes: ['queues:read', 'guests:write'],
  }
  const { id: client_id } = (await owner('POST', '/account/oauth-clients', { body })).body
  const query = (given: object) =>
    new URLSearchParams({
      ...{ client_id, response_type: 'code', redirect_uri, scope: body.scopes.join(' ') },
      ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', ...given },
    })
  return [
    { name: 'oauth-sign-in', path: `/oauth/authorize?${query({})}` },
    { name: 'oauth-error', path: `/oauth/authorize?${query({ redirect_uri: 'https://other.example/' })}` },
  ]
}
