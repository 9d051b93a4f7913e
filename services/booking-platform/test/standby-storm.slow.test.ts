import { scaled } from '@usher/test-kit'
import { expect, test } from 'vitest'
import { doubleOffers, storm } from './standby-storm.ts'

const MAX_MS = scaled(600_000)

test(
  'given many on standby, when many bookings are cancelled and replicas killed, then each offer can be booked once',
  async () => {
    const after = await storm({ cancellations: scaled(1_000), standbys: scaled(200), kills: 4, providers: 8 })
