import type { Guest, Method, Moment } from './method.ts'
import { quantileRegression } from './quantile-regression.ts'

export const createBaselines = (): Method[] => [
  fixedMinutes(),
  // NextMe's method.
  rollingAverage('rolling average', 30),
  // Ibrahim and Whitt, 2009.
  rollingAverage('last to enter service', 1),
  learntMinutes(),
  nearestNeighbours(),
  quantileRegression(),
]

/** A method that never quotes beyond closing. */
const clippedMethod = (
  name: string,
  minutesOf: (guest: Guest, moment: Moment) => number,
  { started = () => {}, left = () => {} }: Partial<Pick<Method, 'started' | 'left'>> = {},
): Method => ({
  name,
  quote: (guest, moment) => ({ quoted: Math.round(Math.min(minutesOf(guest, moment), moment.closesIn)) }),
  started,
  left,
})

/** From the settings. */
export const fixedMinutes = (): Method =>
  clippedMethod('position × fixed minutes', (_, { line, serviceMinutes, lanes }) => {
    return ((line.length + 1) * serviceMinutes) / lanes
  })

const LAST_MINUTES = 4 * 60

/** Mean wait of the guests served last, within 4 hours; without any, falls back to the setting. */
function rollingAverage(name: string, guests: number): Method {
  let waits: { readonly at: number; readonly wait: number }[] = []
  const minutesOf = (_: Guest, { now, serviceMinutes }: Moment) => {
    const recent = waits.filter(({ at }) => at > now - LAST_MINUTES)
    const sum = recent.reduce((total, { wait }) => total + wait, 0)
    return recent.length > 0 ? sum / recent.length : serviceMinutes
  }
  return clippedMethod(name, minutesOf, {
    started({ joined }, { now }) {
      waits = [...waits, { at: now, wait: now - joined }].slice(-guests)
    },
  })
}

/** Weight, in parties, of the setting before anything was measured. */
const SETTING_WEIGHT = 2
/** Parties after which one counts a third. */
const MEMORY = 200
/** The longest time between two parties that counts, in minutes: the rest was a night. */
const MAX_INTERVAL = 120

/** Position × measured minutes per party ÷ lanes; nobody waits while fewer parties than lanes are being served. */
function learntMinutes(): Method {
  let sum = 0
  let seen = 0
  let last: { readonly at: number; readonly waiting: number } | undefined
  let starts: number[] = []
  const minutesOf = (_: Guest, { now, line, lanes, serviceMinutes }: Moment) => {
    const minutes = (sum + SETTING_WEIGHT * serviceMinutes) / (seen + SETTING_WEIGHT)
    const serving = starts.filter((at) => now - at < minutes).length
    return line.length === 0 && serving < lanes ? 0 : ((line.length + 0.5) * minutes) / lanes
  }
  return clippedMethod('position × learnt minutes', minutesOf, {
    started(_, { now, line, lanes }) {
      if (last && last.waiting > 0) {
        const took = Math.min(now - last.at, MAX_INTERVAL) * lanes
        sum = sum * (1 - 1 / MEMORY) + took
        seen = seen * (1 - 1 / MEMORY) + 1
      }
      last = { at: now, waiting: line.length }
      starts = [...starts, now].slice(-Math.max(1, lanes))
    },
    left(_, { line }) {
      if (line.length === 0) last = undefined
    },
  })
}

const NEIGHBOURS = 25
const KEPT = 1_000

/** Median wait of those of the last thousand guests who joined under the most similar circumstances. */
function nearestNeighbours(): Method {
  const known: { readonly features: readonly number[]; readonly wait: number }[] = []
  const open = new WeakMap<Guest, readonly number[]>()
  let lastStart = 0
  const featuresOf = (guest: Guest, { now, hour, lanes, line }: Moment) => [
    (3 * line.length) / Math.max(1, lanes),
    Math.min(30, now - lastStart) / 10,
    (hour % 24) / 2,
    lanes,
    guest.size,
  ]
  const minutesOf = (guest: Guest, moment: Moment) => {
    const features = featuresOf(guest, moment)
    open.set(guest, features)
    const nearest = known
      .map(({ features: theirs, wait }) => ({ wait, distance: distanceOf(features, theirs) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, NEIGHBOURS)
      .sort((a, b) => a.wait - b.wait)
    return nearest[Math.floor(nearest.length / 2)]?.wait ?? moment.serviceMinutes
  }
  return clippedMethod('nearest neighbours', minutesOf, {
    started(guest, { now }) {
      const features = open.get(guest)
      if (features) known.push({ features, wait: now - guest.joined })
      if (known.length > KEPT) known.shift()
      lastStart = now
    },
  })
}

const distanceOf = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, i) => sum + (one - (b[i] ?? 0)) ** 2, 0)
