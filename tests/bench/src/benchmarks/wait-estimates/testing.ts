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
