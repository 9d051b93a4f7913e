import type { Benchmark } from '../../bench.ts'
import { measureEndpoint } from './endpoint.ts'
import { measureSweep } from './sweep-speed.ts'

/** Checks that free times are found fast, and stay fast as providers, days and bookings grow. */
export const availability: Benchmark = {
  name: 'availability',
  title: 'free times: the sweep against Luxon for every slot, and the endpoint at 50 requests/s',
  async run(bench) {
    const sweep = measureSweep()
    const endpoint = await measureEndpoint(bench)
    return {
      series: [],
      figures: [...sweep.figures, ...endpoint.figures],
      checks: [sweep.check],
      rows: [...sweep.rows, ...endpoint.rows],
    }
  },
}
