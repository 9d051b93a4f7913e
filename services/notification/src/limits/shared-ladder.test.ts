import { readFileSync } from 'node:fs'
import { DAY_MS } from '@usher/service-kit/durations'
import { describe, expect, test } from 'vitest'
import { sharedAllowance } from './shared-ladder.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const GOOD = { sent: 1_000, returned: 50 }

const verifiedDaysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const of = (verifiedAt: Date | undefined, record = GOOD) => {
  const { perDay, toStrangers } = sharedAllowance({ verifiedAt, ...record }, NOW)
  return [perDay, toStrangers]
}

/** The rows of the table in the documentation: age, mails a day, of them to strangers. */
const documented = readFileSync(new URL('../../../../docs/notifications.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => /^\| (day|\d+ days) /.test(row))

describe('what an organisation may send by shared servers', () => {
  test.each([
    ['since just now', verifiedDaysAgo(0), 100, 0],
    ['since nearly a week', verifiedDaysAgo(6.9), 100, 0],
    ['since a week', verifiedDaysAgo(7), 500, 50],
    ['since 30 days', verifiedDaysAgo(30), 2_000, 500],
    ['since 90 days', verifiedDaysAgo(90), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ['never asked', undefined, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('given an address proved %s, then as the table says', (_, verifiedAt, perDay, toStrangers) => {
    expect(of(verifiedAt)).toEqual([perDay, toStrangers])
  })

  test('given more than 5 % that came back of 50 or more, then the first step, whatever the age', () => {
    expect(of(verifiedDaysAgo(400), { sent: 1_000, returned: 51 })).toEqual([100, 0])
    expect(of(undefined, { sent: 50, returned: 3 })).toEqual([100, 0])
    expect(of(verifiedDaysAgo(40), { sent: 49, returned: 49 })).toEqual([2_000, 500])
  })

  test('given the documentation, then its table is this one', () => {
    expect(documented).toEqual([
      '| day 0 to 6 | 100 | 0 |',
      '| day 7 to 29 | 500 | 50 |',
      '| day 30 to 89 | 2,000 | 500 |',
      '| day 90 and later, or never asked to verify | as the plan | as the plan |',
    ])
  })
})
