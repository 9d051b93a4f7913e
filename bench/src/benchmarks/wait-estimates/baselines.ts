import type { Method } from './method.ts'

const ignore = () => {}

/** Position × minutes per party ÷ lanes, from the settings. */
export const fixedMinutes = (): Method => ({
  name: 'position × fixed minutes',
  quote: (_, { line, serviceMinutes, lanes }) => ({
    quoted: Math.round(((line.length + 1) * serviceMinutes) / lanes),
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
    quote(_, { now, serviceMinutes }) {
      const recent = waits.filter(({ at }) => at > now - LAST_MINUTES)
      const sum = recent.reduce((total, { wait }) => total + wait, 0)
      return { quoted: Math.round(recent.length > 0 ? sum / recent.length : serviceMinutes) }
    },
    started({ joined }, { now }) {
      waits.push({ at: now, wait: now - joined })
      if (waits.length > LAST_GUESTS) waits.shift()
    },
    left: ignore,
  }
}

/** Wait of the guest served last (Ibrahim and Whitt, 2009); without one, falls back to the setting. */
export function lastToEnterService(): Method {
  let last: number | undefined
  return {
    name: 'last to enter service',
    quote: (_, { serviceMinutes }) => ({ quoted: Math.round(last ?? serviceMinutes) }),
    started({ joined }, { now }) {
      last = now - joined
    },
    left: ignore,
  }
}
