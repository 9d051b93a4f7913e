import {
  CLOCK_SERVICES,
  type ClockService,
  type ClockWork,
  type ClockWorkDone,
  clockWork,
} from '@usher/contracts'
import type { InnerClient } from './inner-client.ts'

/** Whether a service runs for test clocks. */
export const livesByClock = (service: string): service is ClockService =>
  (CLOCK_SERVICES as readonly string[]).includes(service)

/** Asks a service to do work for one test clock. */
export type Work = (service: ClockService, work: Omit<ClockWork, 'organization_id'>) => Promise<ClockWorkDone>

/** The `Work` of one test clock. */
export const workOf =
  (organization_id: string, clients: Readonly<Record<ClockService, InnerClient>>): Work =>
  async (service, work) => {
    const done = await clients[service].ask(clockWork, { organization_id, ...work })
    if (!done) throw new Error(`${service} knows no test clocks`)
    return done
  }
