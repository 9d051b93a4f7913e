import type { Method } from './method.ts'

const ignore = () => {}

/** Position × minutes per party ÷ lanes, from the settings. */
export const fixedMinutes = (): Method => ({
  name: 'position × fixed minutes',
  quote: (_, { line, serviceMinutes, lanes, closesIn }) => ({
    quoted: Math.round(Math.min(((line.length + 1) * serviceMinutes) / lanes, closesIn)),
  }),
  started: ignore,
  left: ignore,
})

const LAST_GUESTS = 30
const LAST_MINUTES = 4 * 60

/** Mean wait of the last 30 guests served within 4 hours (NextMe's method); without any, falls back to the setting. */
export function rollingAverage(): Method {
  const waits: { at: number; wait: number }[] = []
  return {
    name: 'rolling average',
    quote(_, { now, serviceMinutes, closesIn }) {
      const recent = waits.filter(({ at }) => at > now - LAST_MINUTES)
      const sum = recent.reduce((total, { wait }) => total + wait, 0)
      const usual = recent.length > 0 ? sum / recent.length : serviceMinutes
      return { quoted: Math.round(Math.min(usual, closesIn)) }
    },
    started({ joined }, { now }) {
      waits.push({ at: now, wait: now - joined })
      if (waits.length > LAST_GUESTS) waits.shift()
    },
    left: ignore,
  }
}

/** Wait of the guest served last, within 4 hours (Ibrahim and Whitt, 2009); without one, falls back to the setting. */
export function lastToEnterService(): Method {
  let last: { readonly at: number; readonly wait: number } | undefined
  return {
    name: 'last to enter service',
    quote(_, { now, serviceMinutes, closesIn }) {
      const wait = last && last.at > now - LAST_MINUTES ? last.wait : serviceMinutes
      return { quoted: Math.round(Math.min(wait, closesIn)) }
    },
    started({ joined }, { now }) {
      last = { at: now, wait: now - joined }
    },
    left: ignore,
  }
}
