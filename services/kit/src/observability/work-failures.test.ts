import { Writable } from 'node:stream'
import { pino } from 'pino'
import { createMetrics } from './metrics.ts'
import { createWorkFailures } from './work-failures.ts'

function givenFailures() {
  const lines: { work: string; id: string }[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const metrics = createMetrics('test')
  const failures = createWorkFailures({ log: pino(stream), metrics })
  const counted = async () =>
    (await metrics.registry.getSingleMetric('usher_work_failures_total')?.get())?.values[0]?.value
  return { failures, lines, counted }
}

const wrong = new Error('secret key one is not configured')

describe('attack: filling the log with failing work', () => {
  test('logs a repeated failure of the same item once and counts each one', async () => {
    const { failures, lines, counted } = givenFailures()
    for (let i = 0; i < 1_000; i += 1) failures.failed('webhook', 'whk_1', wrong)
    expect([lines.length, await counted()]).toEqual([1, 1_000])
    expect(lines[0]).toMatchObject({ work: 'webhook', id: 'whk_1' })
  })

  test('logs a failure again after the item has succeeded in between', () => {
    const { failures, lines } = givenFailures()
    failures.failed('webhook', 'whk_1', wrong)
    failures.succeeded('whk_1')
    failures.failed('webhook', 'whk_1', wrong)
    expect(lines).toHaveLength(2)
  })

  test('logs the failures of at most 10,000 items and counts those of all', async () => {
    const { failures, lines, counted } = givenFailures()
    for (let i = 0; i < 20_000; i += 1) failures.failed('webhook', `whk_${i}`, wrong)
    for (let i = 0; i < 20_000; i += 1) failures.failed('webhook', `whk_${i}`, wrong)
    expect([lines.length, await counted()]).toEqual([10_000, 40_000])
  })
})
