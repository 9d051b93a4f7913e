import { DAY_MS } from '@usher/service-kit/durations'
import { findSlots } from '../availability/find-slots.ts'
import { slotSpecOf } from '../availability/question.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import type { Range } from '../slots/sweep.ts'
import { startsOf, suits, within } from './match.ts'
import type { StandbyRecord } from './standby.ts'

export interface StandbySearch {
  readonly standby: StandbyRecord
  readonly type: ServiceTypeRecord
  readonly range: Range
}

/** Finds free starts for those who wait. */
export interface Search {
  /** The first start in the range that suits a customer, but for those tried in vain. */
  firstFor(wanted: StandbySearch, tried: ReadonlySet<number>): Promise<number | undefined>
  /** A start was taken: what is left has to be looked up again. */
  forget(): void
}

/**
 * Searches once for all who wait for the same. What becomes free while a search is used is not found by it: it goes
 * to those who wait the longest, who may have had their turn.
 */
export function createSearch(ctx: BookingPlatformContext, timezone: string): Search {
  const first = new Map<string, ReadonlySet<number>>()
  const current = new Map<string, readonly number[]>()

  const search = async ({ standby, type }: StandbySearch, day: number): Promise<readonly number[]> => {
    const { duration_minutes, seats, provider_id, organization_id: organizationId } = standby
    const key = [type._id, provider_id, duration_minutes, seats, day].join(' ')
    const known = current.get(key)
    if (known) return known
    const slots = await findSlots(ctx, {
      organizationId,
      timezone,
      type,
      spec: slotSpecOf(type, duration_minutes, seats),
      providerId: provider_id ?? undefined,
      range: { from: day, to: day + DAY_MS },
    })
    const free = slots.map(({ start }) => start)
    const atFirst = first.get(key) ?? new Set(free)
    const starts = free.filter((start) => atFirst.has(start))
    first.set(key, atFirst)
    current.set(key, starts)
    return starts
  }

  return {
    async firstFor(wanted, tried) {
      for (const part of within(startsOf(wanted.standby), wanted.range)) {
        for (let day = dayOf(part.from); day < part.to; day += DAY_MS) {
          const isWanted = (at: number) =>
            at >= part.from && at < part.to && !tried.has(at) && suits(wanted.standby, at)
          const start = (await search(wanted, day)).find(isWanted)
          if (start !== undefined) return start
        }
      }
      return undefined
    },
    forget: () => current.clear(),
  }
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS
