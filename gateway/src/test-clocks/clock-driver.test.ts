import { createLogger } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { expect, test } from 'vitest'
import { startClockDriver } from './clock-driver.ts'
import type { InnerClient } from './inner-client.ts'

const ORGANIZATION = 'org_test_1'
const CLOCK = 'org_test_1_2'

test('given work that a request has left, when accounts cannot be told of it, then it is told the next time', async () => {
  const told: object[] = []
  const accounts = {
    async ask(_: unknown, { touched }: { touched: object }) {
      told.push(touched)
      if (told.length === 1) throw new Error('accounts does not answer')
      return undefined
    },
  } as unknown as InnerClient
  const url = 'http://127.0.0.1:1'
  const serviceUrls = {
    ...{ accounts: url, queue: url, notification: url, 'webhook-delivery': url },
    ...{ 'booking-platform': url, 'calendar-sync': url },
  }
  await using driver = startClockDriver({
    ...{ accounts, serviceUrls, gatewayToken: () => '' },
    log: createLogger('test', 'silent'),
  })
  driver.schedule(ORGANIZATION, { organizationId: CLOCK, service: 'queue' })
  await until('it is told', async () => told.length > 0)
  await driver.poke(ORGANIZATION)
  expect(told).toEqual([{ [CLOCK]: ['queue'] }, { [CLOCK]: ['queue'] }])
})
