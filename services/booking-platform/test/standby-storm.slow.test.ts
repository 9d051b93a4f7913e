import { scaled } from '@usher/test-kit'
import { doubleOffers, storm } from './standby-storm.ts'

test('every offer can be booked while bookings are cancelled and a replica is killed', async () => {
  const after = await storm({ cancellations: scaled(60), standbys: scaled(40), kills: 1, providers: 1 })
  expect(after).toMatchObject({ refused: [], forgotten: [], kills: 1 })
  expect(after.offers).toBeGreaterThan(10)
  expect(doubleOffers(after.events)).toEqual([])
})
