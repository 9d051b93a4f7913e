import type { Benchmark } from '../bench.ts'
import { addGuest } from './add-guest/add-guest.ts'
import { availability } from './availability/availability.ts'
import { calendarSync } from './calendar-sync/calendar-sync.ts'
import { estimateCost } from './estimate-cost/estimate-cost.ts'
import { fairLine } from './fair-line/fair-line.ts'
import { gateway } from './gateway.ts'
import { gatewayCost } from './gateway-cost/gateway-cost.ts'
import { getGuest } from './get-guest.ts'
import { idle } from './idle/idle.ts'
import { live } from './live/live.ts'
import { overload } from './overload/overload.ts'
import { queue } from './queue/queue.ts'
import { underAttack } from './under-attack/under-attack.ts'
import { waitEstimates } from './wait-estimates/wait-estimates.ts'
import { webhookLatency } from './webhook-latency/webhook-latency.ts'
import { webhooks } from './webhooks/webhooks.ts'
import { wholeGuestCost } from './whole-guest/whole-guest.ts'
import { withinASecond } from './within-a-second/within-a-second.ts'

/** In the order in which they run. */
export const BENCHMARKS: readonly Benchmark[] = [
  waitEstimates,
  estimateCost,
  fairLine,
  gateway,
  gatewayCost,
  getGuest,
  addGuest,
  queue,
  wholeGuestCost,
  overload,
  underAttack,
  webhookLatency,
  webhooks,
  live,
  withinASecond,
  availability,
  calendarSync,
  idle,
]
