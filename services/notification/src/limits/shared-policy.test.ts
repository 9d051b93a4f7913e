import { readFileSync } from 'node:fs'
import { DAY_MS } from '@usher/service-kit/durations'
import { type Sender, SHARED_STEPS, sharedStep } from './shared-policy.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const GOOD = { sentLately: 1_000, returnedLately: 50, delivered: 10_000, answered: 2_000 }

const verifiedDaysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const of = (verifiedAt: Date | undefined, record: Partial<Sender> = {}) => {
  const { perDay, toStrangers, words } = sharedStep({ verifiedAt, ...GOOD, ...record }, NOW)
  return [perDay, toStrangers, words]
}

const FIRST = [20, 20, 'default']
const PLAN = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 'links']

/** The rows of the table in the documentation. */
const documented = readFileSync(new URL('../../../../docs/notifications.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => /^\| \d+ days \|/.test(row))

describe('what an organisation may send by shared servers', () => {
  test.each([
    ['just now', verifiedDaysAgo(0), FIRST],
    ['nearly a week ago', verifiedDaysAgo(6.9), FIRST],
    ['a week ago', verifiedDaysAgo(7), [100, 50, 'own']],
    ['30 days ago', verifiedDaysAgo(30), [500, 250, 'links']],
    ['90 days ago', verifiedDaysAgo(90), PLAN],
    ['never, as that was not asked', undefined, PLAN],
  ])('grows with age for a good sender: verified %s', (_, verifiedAt, expected) => {
    expect(of(verifiedAt)).toEqual(expected)
  })

  test('does not grow with age alone', () => {
    expect(of(verifiedDaysAgo(400), { delivered: 0, answered: 0 })).toEqual([20, 20, 'own'])
    expect(of(verifiedDaysAgo(400), { answered: 0 })).toEqual([20, 20, 'own'])
    expect(of(verifiedDaysAgo(400), { delivered: 60, answered: 10 })).toEqual([100, 50, 'links'])
  })

  test('falls to the first step while more than 5 % of 50 or more mails come back', () => {
    expect(of(verifiedDaysAgo(400), { sentLately: 1_000, returnedLately: 51 })).toEqual(FIRST)
    expect(of(undefined, { sentLately: 50, returnedLately: 3 })).toEqual(FIRST)
    expect(of(verifiedDaysAgo(400), { sentLately: 49, returnedLately: 49 })).toEqual(PLAN)
  })

  test('is documented row by row', () => {
    const number = (value: number) => (Number.isFinite(value) ? value.toLocaleString('en') : 'as the plan')
    const said = {
      default: 'default texts',
      own: 'own words, no foreign links to strangers',
      links: 'anything',
    }
    expect(documented).toEqual(
      SHARED_STEPS.map(
        ({ fromDay, delivered, answered, perDay, toStrangers, words }) =>
          `| ${fromDay} days | ${number(delivered)} | ${number(answered)} | ${number(perDay)} | ${number(toStrangers)} | ${said[words]} |`,
      ),
    )
  })
})
