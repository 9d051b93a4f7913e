import { type Answer, SimulatedLoad, type SimulatedService } from './support/simulated-load.ts'

const PROCESSORS = 2
/** Requests in flight and waiting under overload, and those that came before it was noticed. */
const REQUESTS_AHEAD = 150

const serviceOf = (perSecond: number): SimulatedService => ({
  processors: PROCESSORS,
  workMs: (1000 * PROCESSORS) / perSecond,
})

const refused = (answers: readonly Answer[]) => answers.filter(({ latencyMs }) => latencyMs === undefined)

function p99(answers: readonly Answer[]): number {
  const latencies = answers.flatMap(({ latencyMs }) => latencyMs ?? []).toSorted((a, b) => a - b)
  return latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN
}

describe('requests through admission to a simulated service', () => {
  const speeds = [100, 250, 1_000, 4_000]
  const loops = speeds.flatMap((perSecond) =>
    [64, 128, 256].map((connections) => ({ perSecond, connections })),
  )
  test.each(loops)(
    'refuses none of $connections looping connections at $perSecond/s, and p99 is under 3 times the mean wait',
    async ({ perSecond, connections }) => {
      const load = new SimulatedLoad(serviceOf(perSecond))
      const [fromMs, seconds] = [load.nowMs, Math.max(10, 4_000 / perSecond)]
      load.closedLoop(connections, seconds)
      await load.run()
      expect(refused(load.answers)).toEqual([])
      const throughput = load.answers.length / (load.nowMs - fromMs)
      expect(throughput * 1000).toBeGreaterThan(0.9 * perSecond)
      expect(p99(load.answers) / (connections / throughput)).toBeLessThan(3)
    },
  )

  test.each(speeds)(
    "serves a service's capacity (%d/s) under triple load with a short p99, and recovers within a second",
    async (perSecond) => {
      const load = new SimulatedLoad(serviceOf(perSecond))
      const [beganMs, overMs] = [load.nowMs + 5_000, load.nowMs + 14_000]
      load.openLoop(perSecond / 2, load.nowMs, 5)
      load.openLoop(3 * perSecond, beganMs, 9)
      load.openLoop(perSecond / 2, overMs, 5)
      await load.run()
      const between = (from: number, to: number) =>
        load.answers.filter(({ sentMs }) => sentMs >= from && sentMs < to)
      const overload = between(beganMs, overMs)
      const accepted = overload.length - refused(overload).length
      expect(accepted / 9).toBeGreaterThan(0.9 * perSecond)
      expect(p99(overload)).toBeLessThan((1_000 * REQUESTS_AHEAD) / perSecond)
      expect(refused(between(overMs + 1_000, Number.POSITIVE_INFINITY))).toEqual([])
    },
  )

  test('refuses no single request beside 300 of another organisation, and its p99 is that of 100 requests', async () => {
    const load = new SimulatedLoad(serviceOf(250))
    load.closedLoop(300, 10, () => 'org_many')
    load.closedLoop(1, 10, () => 'org_single')
    await load.run()
    const single = load.answers.filter(({ holder }) => holder === 'org_single')
    expect(refused(single)).toEqual([])
    expect(p99(single)).toBeLessThan(400)
  })
})
