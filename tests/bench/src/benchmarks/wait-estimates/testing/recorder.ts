import type { Guest, Method, Moment } from '../method.ts'

interface Call {
  readonly what: 'quoted' | 'started' | 'left' | 'absent'
  readonly guest: Guest
  readonly moment: Moment
  /** Minutes after midnight. */
  readonly minute: number
  /** How many of the line were before a started party. */
  readonly ahead?: number
}

/** A method that quotes 0 and records its calls. */
export function recorder() {
  const calls: Call[] = []
  const record = (what: Call['what']) => (guest: Guest, moment: Moment, ahead?: number) => {
    const minute = moment.now % (24 * 60)
    calls.push({ what, guest, moment, minute, ...(ahead !== undefined && { ahead }) })
  }
  const method: Method = {
    name: 'recorder',
    quote(guest, moment) {
      record('quoted')(guest, moment)
      return { quoted: 0 }
    },
    started: record('started'),
    left: record('left'),
    absent: record('absent'),
  }
  return { method, of: (what: Call['what']) => calls.filter((call) => call.what === what) }
}
