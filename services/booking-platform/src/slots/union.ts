import type { ProviderSlot } from './sweep.ts'

/** The slots of one provider and the provider's load. */
export interface Offer {
  readonly providerId: string
  readonly slots: readonly ProviderSlot[]
  /** Busy time on a day, in ms. */
  readonly loadOn: (day: number) => number
}

export interface UnitedSlot {
  readonly start: number
  readonly providerIds: string[]
  readonly seatsLeft: number
}

/**
 * Order of providers on a day: least busy first, then by id, so that the same request always gets the same
 * result.
 */
export const byLoad =
  (day: number) =>
  (a: Omit<Offer, 'slots'>, b: Omit<Offer, 'slots'>): number =>
    a.loadOn(day) - b.loadOn(day) || (a.providerId < b.providerId ? -1 : 1)

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
