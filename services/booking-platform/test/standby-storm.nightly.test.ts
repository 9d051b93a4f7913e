import { scaled } from '@usher/test-kit'
import { doubleOffers, storm } from './standby-storm.ts'

const MAX_MS = scaled(600_000)

const SIZE = { cancellations: scaled(1_000), standbys: scaled(200), kills: 4, providers: 8 }

test(
  'every offer can be booked once while many bookings are cancelled and four replicas are killed',
  async () => {
    const after = await storm(SIZE)
    expect(after).toMatchObject({ refused: [], forgotten: [], kills: 4 })
    expect(after.offers).toBeGreaterThan(scaled(200))
    expect(doubleOffers(after.events)).toEqual([])
    const taken = [
      ...after.booked.map(({ provider_id, start }) => `${provider_id} ${start}`),
      ...after.live.map(({ offer }) => `${offer?.provider_id} ${offer?.start}`),
    ]
    expect(new Set(taken).size).toBe(taken.length)
  },
  MAX_MS,
)
