import type { ProviderSlot } from './sweep.ts'

/** A provider among others who could take a booking. */
export interface Candidate {
  readonly providerId: string
  /** Share of the bookings compared with the other candidates. */
  readonly weight: number
  /** Busy time on a day, in ms. */
  readonly loadOn: (day: number) => number
}

/** A provider's slots. */
export interface Offer extends Candidate {
  readonly slots: readonly ProviderSlot[]
}

export interface UnitedSlot {
  readonly start: number
  readonly providerIds: string[]
  readonly seatsLeft: number
}

/**
 * Order of providers on a day: least busy for their weight first, then by virtual finish time, then by id, so that the
 * same request always gets the same result.
 */
export const byLoad =
  (day: number, finishOf: (providerId: string) => number = () => 0) =>
  (a: Candidate, b: Candidate): number =>
    a.loadOn(day) / a.weight - b.loadOn(day) / b.weight ||
    finishOf(a.providerId) - finishOf(b.providerId) ||
    (a.providerId < b.providerId ? -1 : 1)

/**
 * The virtual finish time of a provider after one more booking, by start-time fair queueing: a booking starts when
 * the provider's last one finished, but not before the latest that was assigned did, so that a provider who is new
 * or was away catches up on nothing.
 *
 * Source: Goyal, Vin, Cheng, "Start-time Fair Queueing", SIGCOMM 1996.
 *
 * @param all everybody who could be assigned, now free or not
 */
export function nextFinish(
  chosen: Candidate,
  all: readonly Candidate[],
  finishOf: (providerId: string) => number,
): number {
  const started = all.map(({ providerId, weight }) => finishOf(providerId) - 1 / weight)
  return Math.max(finishOf(chosen.providerId), ...started) + 1 / chosen.weight
}

/**
 * Merges the slots of all providers; each slot lists its providers, the least busy of the day first. Works
 * day by day, so providers are sorted once per day instead of per slot.
 *
 * @param dayOf number of the day of an instant
 */
export function unite(offers: readonly Offer[], dayOf: (at: number) => number): UnitedSlot[] {
  const united: UnitedSlot[] = []
  const next = new Map(offers.map((offer) => [offer, 0]))
  const first = ({ slots }: Offer, i = 0) => slots[i]?.start ?? Number.POSITIVE_INFINITY
  for (;;) {
    const earliest = Math.min(...offers.map((offer) => first(offer, next.get(offer))))
    if (earliest === Number.POSITIVE_INFINITY) return united
    const day = dayOf(earliest)
    const ofDay = new Map<number, { providerIds: string[]; seatsLeft: number }>()
    for (const offer of offers.toSorted(byLoad(day))) {
      let i = next.get(offer) ?? 0
      for (let slot = offer.slots[i]; slot && dayOf(slot.start) === day; slot = offer.slots[i]) {
        const found = ofDay.get(slot.start)
        if (found) {
          found.providerIds.push(offer.providerId)
          found.seatsLeft = Math.max(found.seatsLeft, slot.seatsLeft)
        } else ofDay.set(slot.start, { providerIds: [offer.providerId], seatsLeft: slot.seatsLeft })
        i += 1
      }
      next.set(offer, i)
    }
    for (const start of [...ofDay.keys()].sort((a, b) => a - b)) {
      united.push({ start, providerIds: [], seatsLeft: 0, ...ofDay.get(start) })
    }
  }
}
