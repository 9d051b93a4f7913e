import type { Guest, Method, Moment } from '../method.ts'

interface Call {
  readonly what: 'quoted' | 'started' | 'left' | 'absent'
  readonly guest: Guest
  readonly moment: Moment
  /** Minutes after midnight. */
  readonly minute: number
  /** Whom a started party went ahead of. */
  readonly ahead?: number
}

/** A method that quotes nothing and notes what it is told. */
export function recorder() {
  const calls: Call[] = []
  const noting = (what: Call['what']) => (guest: Guest, moment: Moment, ahead?: number) => {
    const minute = moment.now % (24 * 60)
    calls.push({ what, guest, moment, minute, ...(ahead !== undefined && { ahead }) })
  }
  const method: Method = {
    name: 'recorder',
    quote(guest, moment) {
      noting('quoted')(guest, moment)
      return { quoted: 0 }
    },
    started: noting('started'),
    left: noting('left'),
    absent: noting('absent'),
  }
  return { method, of: (what: Call['what']) => calls.filter((call) => call.what === what) }
}
