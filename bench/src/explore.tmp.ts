import { createRandom } from '/work/a1/bench/src/benchmarks/wait-estimates/random.ts'
import { loadVenues } from '/work/a1/bench/src/benchmarks/fair-line/load-venues.ts'
import { drawPeople, learnServices } from '/work/a1/bench/src/benchmarks/fair-line/people.ts'
import { firstCome, minutesBefore, separateLanes, strictPrecedence, usherPolicy } from '/work/a1/bench/src/benchmarks/fair-line/policies.ts'
import { simulateDay } from '/work/a1/bench/src/benchmarks/fair-line/simulate-day.ts'
const M = 60000
const seeds = (process.env.SEEDS ?? '11').split(',').map(Number)
const only = process.env.VENUE
const t0 = Date.now()
for (const venue of loadVenues([])) {
  if (only && venue.name !== only) continue
  const r = venue.rules
  const rules = (mode: any) => ({ mode, earlyMs: r.early_minutes * M, lateMs: r.late_minutes * M, toleranceMs: r.tolerance_minutes * M, walkInShare: r.walk_in_share })
  let calls = 0
  const days: any[] = []
  for (const seed of seeds) {
    const random = createRandom(seed)
    const known = learnServices(venue, random)
    for (let d = 0; d < venue.days; d++) days.push(drawPeople(venue, known, random))
  }
  const work = (b: boolean) => days.flat().filter((p: any) => (p.bookedAt !== null) === b && p.arrivesAt !== undefined).reduce((s: number, p: any) => s + p.serviceMs, 0)
  const load = (work(true) + work(false)) / M / days.length
  let cap = 0; venue.lanes.forEach((l, i) => cap += l.lanes * ((venue.lanes[i + 1]?.from ?? venue.closes) - l.from))
  console.log(`\n${venue.name}: load ${(load / cap).toFixed(2)} bookings' share of work ${(work(true) / (work(true) + work(false))).toFixed(2)} people/day ${(days.flat().length / days.length).toFixed(0)}`)
  const alone = { name: 'bookings alone', next: strictPrecedence.next, alone: true }
  for (const policy of [usherPolicy('usher', rules('merge'), () => { calls++ }), firstCome, strictPrecedence, minutesBefore, separateLanes(work(true) / (work(true) + work(false))), usherPolicy('precedence', rules('precedence')), usherPolicy('separate', rules('separate')), alone] as any[]) {
    const w: number[] = [], b: number[] = []; let on = 0, ok = 0, open = 0, idle = 0
    for (const people of days) {
      const res = simulateDay(venue, policy.alone ? people.filter((p: any) => p.bookedAt !== null) : people, policy)
      open += res.openLaneMs; idle += res.idleLaneMs
      for (const { person, startedAt } of res.served) {
        if (person.bookedAt === null) w.push((startedAt - person.arrivesAt!) / M)
        else {
          b.push(Math.max(0, startedAt - Math.max(person.bookedAt, person.arrivesAt!)) / M)
          if (person.arrivesAt! <= person.bookedAt) { on++; if (startedAt <= person.bookedAt + 5 * M) ok++ }
        }
      }
    }
    const mean = (x: number[]) => x.reduce((s, v) => s + v, 0) / x.length
    const q = (x: number[], p: number) => x.sort((a, b) => a - b)[Math.floor(p * (x.length - 1))] ?? NaN
    console.log(policy.name.padEnd(20), `on time ${(100 * ok / on).toFixed(1)}  w mean ${mean(w).toFixed(2)} p90 ${q(w, .9).toFixed(1)} max ${q(w, 1).toFixed(0)}  b mean ${mean(b).toFixed(2)} p90 ${q(b, .9).toFixed(1)} max ${q(b,1).toFixed(0)}  idle ${(100 * idle / open).toFixed(2)}%`)
  }
  console.log('calls', calls)
}
console.log(Date.now() - t0, 'ms')
