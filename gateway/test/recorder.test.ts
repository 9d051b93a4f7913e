import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@usher/contracts'
import { connectBroker, createLogger, createMetrics, newId } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../src/http/exchange.ts'
import { startRecorder } from '../src/records/recorder.ts'

const log = createLogger('test', 'silent')

/** A request that is over, as far as its record needs it. */
const exchange = () =>
  ({
    operation: operations.getGuest,
    caller: { organizationId: newId('organization'), actor: 'key_1' },
    requestId: 'req_1',
    req: { method: 'GET', headers: {} },
    res: { statusCode: 200 },
    startedAtMs: performance.now(),
    isAborted: false,
    bytesIn: 0,
    bytesOut: 0,
  }) as unknown as Exchange

describe('a spool that is full', () => {
  test('given more than may wait, then the oldest are kept, the others are dropped and counted', async () => {
    await using stack = new AsyncDisposableStack()
    const infrastructure = stack.use(await createInfrastructure())
    const broker = stack.use(await connectBroker(infrastructure.rabbitUrl, log))
    const spoolDir = mkdtempSync(join(tmpdir(), 'usher-spool-'))
    stack.defer(() => rmSync(spoolDir, { recursive: true, force: true }))
    const metrics = createMetrics('test')
    const options = { spoolDir, broker, log, metrics, mostWaitingBytes: 2_000 }
    const recorder = stack.use(await startRecorder(options))
    // No queue takes the records, so they wait.
    for (let i = 0; i < 100; i += 1) {
      recorder.record(exchange())
      await new Promise((resolve) => setImmediate(resolve))
    }
    const text = await metrics.registry.metrics()
    const metric = (name: string) =>
      Number(new RegExp(`usher_request_records_${name}\\S* (\\d+)`).exec(text)?.[1])
    expect(metric('waiting')).toBeGreaterThan(3)
    expect(metric('waiting')).toBeLessThan(20)
    expect(metric('waiting') + metric('dropped_total')).toBe(100)
    expect(metric('published_total')).toBe(0)
  })
})
