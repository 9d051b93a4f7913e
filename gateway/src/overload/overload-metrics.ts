import { Counter, Gauge, type Metrics } from '@usher/service-kit'
import type { Admission } from './admission.ts'
import type { CloseReason } from './connections.ts'

/** Metrics per upstream: requests in flight, waiting and shed. */
export function createOverloadMetrics({ registry }: Metrics) {
  const common = { labelNames: ['upstream'] as const, registers: [registry] }
  const inFlight = new Gauge({
    ...common,
    name: 'usher_upstream_requests',
    help: 'Requests that a service has been given and has not begun to answer',
    collect: () => showAll(),
  })
  const waiting = new Gauge({
    ...common,
    name: 'usher_upstream_requests_waiting',
    help: 'Requests that wait until a service may be given them',
  })
  const shed = new Counter({
    ...common,
    name: 'usher_requests_shed_total',
    help: 'Requests that were refused because a service has too many under way',
  })
  const admissions = new Map<string, Admission>()
  const showAll = () => {
    for (const [upstream, { state }] of admissions) {
      inFlight.set({ upstream }, state.inFlight)
      waiting.set({ upstream }, state.waiting)
    }
  }
  return {
    show: (upstream: string, admission: Admission) => void admissions.set(upstream, admission),
    countShed(upstream: string): () => void {
      // Present from the start, so that alerts see the first one as an increase.
      shed.inc({ upstream }, 0)
      return () => shed.inc({ upstream })
    },
  }
}

export type OverloadMetrics = ReturnType<typeof createOverloadMetrics>

/** Counts the client connections closed for lack of room. */
export function countClosedConnections({ registry }: Metrics): (reason: CloseReason) => void {
  const closed = new Counter({
    name: 'usher_connections_closed_total',
    help: 'Connections that were refused or evicted as too many were open',
    labelNames: ['reason'],
    registers: [registry],
  })
  return (reason) => closed.inc({ reason })
}
