import { CLOCK_SERVICES, type ClockService, type ClockTask, type ClockWorkDone } from '@usher/contracts'
import { createLogger } from '@usher/service-kit'
import { expect, test } from 'vitest'
import { ClockRun } from './clock-run.ts'
import type { InnerClient } from './inner-client.ts'

const START = '2026-03-02T09:00:00.000Z'
const END = '2026-03-02T12:00:00.000Z'

const TASK: ClockTask = {
  ...{ organization_id: 'org_test_1_2', now: START, advancing_to: END, touched: [], dues: {} },
  ...{ is_deleted: false, introduction: [] },
}

const DONE: ClockWorkDone = { outbox: [], next_due: null, consumes: [], mark: 'mark' }

/**
 * A run with services that need long for what they are asked, until the gateway has told where the clock is.
 *
 * @param next what it is answered on its way
 */
function givenRun(next: ClockTask | undefined, task = TASK) {
  const gate = Promise.withResolvers<void>()
  const reports: { outcome: string; now: string }[] = []
  const asked: { service: ClockService; until: string }[] = []
  const client = (answer: (body: never) => Promise<unknown>) =>
    ({ ask: async (_, body) => await answer(body as never) }) as InnerClient
  const accounts = client(async ({ outcome, now }: { outcome: string; now: string }) => {
    reports.push({ outcome, now })
    if (outcome === 'settled') return null
    gate.resolve()
    return next
  })
  const service = (name: ClockService) =>
    client(async ({ until }: { until: string }) => {
      asked.push({ service: name, until })
      await gate.promise
      return DONE
    })
  const services = {
    ...{ queue: service('queue'), 'booking-platform': service('booking-platform') },
    ...{ notification: service('notification'), 'webhook-delivery': service('webhook-delivery') },
  }
  const stopping = new AbortController().signal
  const log = createLogger('test', 'silent')
  return {
    run: new ClockRun(task, { owner: 'gateway', accounts, services, log, stopping }),
    reports,
    asked,
  }
}

test('given a step that takes long, then the clock is kept meanwhile, at the time up to which all is done', async () => {
  const { run, reports } = givenRun(TASK)
  await run.run()
  expect(reports[0]).toEqual({ outcome: 'going_on', now: START })
  expect(reports.at(-1)).toEqual({ outcome: 'settled', now: END })
})

test('given a clock that another gateway has taken over meanwhile, then it is left alone', async () => {
  const { run, reports, asked } = givenRun(undefined)
  await run.run()
  expect(reports).toEqual([{ outcome: 'going_on', now: START }])
  expect(new Set(asked.map(({ until }) => until))).toEqual(new Set([START]))
})

test('given an advance, when another gateway has not told yet what its requests left, then every service is asked before time goes on', async () => {
  const dues = Object.fromEntries(CLOCK_SERVICES.map((service) => [service, null]))
  const { run, asked } = givenRun(TASK, { ...TASK, dues })
  await run.run()
  const first = asked.filter(({ until }) => until === START).map(({ service }) => service)
  expect(new Set(first)).toEqual(new Set(CLOCK_SERVICES))
})
