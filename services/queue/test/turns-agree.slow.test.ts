import type { LineEntry } from '@usher/contracts'
import type { Client } from '@usher/test-kit'
import fc from 'fast-check'
import { givenGuest } from './harness.ts'
import { givenCheckedIn, givenLine, lineOf, startOneLine } from './one-line-harness.ts'

let stage: Awaited<ReturnType<typeof startOneLine>>
let open: Client
beforeAll(async () => {
  stage = await startOneLine()
  open = stage.harness.open()
})
afterAll(() => stage.harness[Symbol.asyncDispose]())

interface Place {
  readonly queue: string
  readonly serviceType: string
  readonly slug: string
}

async function givenPlace(rules: object = {}): Promise<Place> {
  const settings = { public_join: true, service_minutes: 10, servers: 2 }
  const { queue, serviceType } = await givenLine(stage.api, settings, rules)
  const { body } = await stage.api('GET', `/v1/queues/${queue}`)
  return { queue, serviceType, slug: body.join_url.split('/').at(-1) }
}

const guestsOf = async (queue: string) =>
  (await stage.api('GET', `/v1/queues/${queue}/guests?limit=100`)).body.data as {
    id: string
    name: string
    position: number
    status_url: string
    status: string
    delay: unknown
  }[]

const ownPlace = async (statusUrl: string) =>
  (await open('GET', `/public/guests/${statusUrl.split('/').at(-1)}`)).body

/** Checks that every view has the same order, and that a call takes the guest whom they show first. */
async function expectAgreement({ queue, slug }: Place): Promise<void> {
  const [line, guests, display] = [
    await lineOf(stage.api, queue),
    await guestsOf(queue),
    (await open('GET', `/public/queues/${slug}/display`)).body,
  ]
  const inLine = line.data.filter(({ kind }) => kind === 'guest')
  expect(inLine.map(({ position }) => position)).toEqual(inLine.map((_, index) => index + 1))
  const positions = Object.fromEntries(guests.map(({ id, position }) => [id, position]))
  expect(Object.fromEntries(inLine.map((entry) => [entry.guest_id, entry.position]))).toEqual(positions)
  const labels = new Map<string | null, string>()
  for (const { id, status_url } of guests) {
    const { position, display_label } = await ownPlace(status_url)
    expect(position).toBe(positions[id])
    labels.set(id, display_label)
  }
  const waiting = inLine.filter(isCallable)
  const next = waiting.slice(0, 6).map(({ guest_id }) => ({ label: labels.get(guest_id) }))
  expect(display.next).toEqual(next)
  if (line.next) expect(line.next.guest_id).toBe(waiting[0]?.guest_id)
}

const isCallable = ({ why }: LineEntry) => !why.includes('called') && !why.includes('away')

type Step =
  | { readonly kind: 'join' }
  | { readonly kind: 'check-in'; readonly in: number }
  | { readonly kind: 'call' }
  | { readonly kind: 'undo' | 'seat' | 'away'; readonly guest: number }
  | { readonly kind: 'pass'; readonly minutes: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('join' as const) }),
  fc.record({ kind: fc.constant('check-in' as const), in: fc.integer({ min: -14, max: 30 }) }),
  fc.record({ kind: fc.constant('call' as const) }),
  fc.record({ kind: fc.constantFrom('undo', 'seat', 'away'), guest: fc.nat(9) }),
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 25 }) }),
)

async function take(place: Place, one: Step, number: number): Promise<void> {
  const { api, clock } = stage
  if (one.kind === 'join') await givenGuest(api, place.queue, { name: `W${number}` })
  else if (one.kind === 'check-in') await givenCheckedIn(stage, { ...place, in: one.in, name: `B${number}` })
  else if (one.kind === 'pass') clock.advance(one.minutes * 60_000)
  else if (one.kind === 'call') await callNext(place)
  else await act(place, one.kind, one.guest)
}

async function callNext({ queue }: Place): Promise<void> {
  const { next } = await lineOf(stage.api, queue)
  const { status, body } = await stage.api('POST', `/v1/queues/${queue}/call-next`)
  expect(status === 200 ? body.id : null).toBe(next?.guest_id ?? null)
}

async function act({ queue }: Place, kind: 'undo' | 'seat' | 'away', index: number): Promise<void> {
  const guests = await guestsOf(queue)
  const guest = guests[index % Math.max(1, guests.length)]
  if (!guest) return
  const until = new Date(stage.clock.now().getTime() + 15 * 60_000).toISOString()
  const token = guest.status_url.split('/').at(-1)
  if (kind === 'away') await open('POST', `/public/guests/${token}/defer`, { body: { until } })
  else await stage.api('POST', `/v1/guests/${guest.id}/${kind}`)
}

describe('a line with bookings', () => {
  test('has one order for the board, the pages of guests, the screen and calls', async () => {
    const modes = fc.constantFrom('merge', 'precedence', 'separate')
    await fc.assert(
      fc.asyncProperty(modes, fc.array(step, { minLength: 4, maxLength: 10 }), async (mode, steps) => {
        const place = await givenPlace({ mode })
        for (const [number, one] of steps.entries()) {
          await take(place, one, number)
          // Calls refuse to decide by bookings that may be outdated.
          await stage.beat(stage.api, place.queue)
          await expectAgreement(place)
        }
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  test('counts no delay before the booked time of a guest who came early', async () => {
    const place = await givenPlace()
    const { guest } = await givenCheckedIn(stage, { ...place, in: 45, name: 'Otto' })
    const walkIn = await givenGuest(stage.api, place.queue, { name: 'Walter' })
    const byId = new Map((await guestsOf(place.queue)).map((one) => [one.id, one]))
    expect([byId.get(walkIn)?.position, byId.get(guest)?.position]).toEqual([1, 2])
    stage.clock.advance(20 * 60_000)
    expect((await guestsOf(place.queue)).find(({ id }) => id === guest)?.delay).toBeNull()
  })
})
