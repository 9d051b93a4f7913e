import type { Guest, Method, Moment } from './method.ts'
import { type Scenario, scenarioSchema } from './scenario.ts'

/** A venue of one desk where each party takes ten minutes, with the changes that a test is about. */
export const counter = (changes: object = {}): Scenario =>
  scenarioSchema.parse({
    name: 'counter',
    description: '',
    seed: 1,
    opens: '09:00',
    closes: '17:00',
    history_days: 0,
    scored_days: 5,
    settings: { service_minutes: 10 },
    arrivals: [{ from: '09:00', per_hour: 12 }],
    parties: [{ size: 1, weight: 1 }],
    service: { distribution: 'fixed', mean_minutes: 10 },
    lanes: [{ from: '09:00', lanes: 1 }],
    patience_minutes: null,
    ...changes,
  })

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
