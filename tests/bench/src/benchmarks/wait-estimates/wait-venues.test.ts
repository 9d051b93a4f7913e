import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { scenarioSchema } from './scenario.ts'
import { counter } from './testing.ts'
import { loadScenarios } from './wait-estimates.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/wait-venues.md'), 'utf8')

/** What the first cells of the page's tables name. */
const documented = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name as string)

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
}

const fieldsOf = ({ properties, items }: Node): string[] =>
  Object.entries(properties ?? (items ? (items.properties ?? {}) : {})).flatMap(([name, node]) => [
    name,
    ...fieldsOf(node).map((field) => `${name}.${field}`),
  ])

const filesOf = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder)).map((name) => join(import.meta.dirname, folder, name))

const files = [...filesOf('scenarios'), ...filesOf('held-out')]
const nameOf = (file: string) => file.replace(/^.*\//, '').replace('.json', '')

describe('the documentation of wait venues', () => {
  test('lists exactly the fields of the schema and the venue files', () => {
    const fields = fieldsOf(z.toJSONSchema(scenarioSchema, { io: 'input' }) as Node)
    expect(fields).toContain('service.mean_minutes')
    expect(documented.toSorted()).toEqual([...fields, ...files.map(nameOf)].toSorted())
  })

  test('has an example that is a valid venue', () => {
    const [, example = ''] = /```json\n([\s\S]+?)```/.exec(page) ?? []
    expect(scenarioSchema.parse(JSON.parse(example)).lanes).toHaveLength(3)
  })

  test('describes venue files that are all valid, with unique names', () => {
    const names = loadScenarios(files).map(({ name }) => name)
    expect(new Set(names).size).toBe(files.length)
  })
})

describe('a venue file with a mistake', () => {
  const first = { from: '09:00', lanes: 1 }
  test.each([
    ['a field that is not known', { lane: 3 }, /lane/],
    ['hours of no length', { closes: '09:00' }, /must differ from opens/],
    ['a time that is none', { opens: '25:00' }, /time of day/],
    [
      'steps out of order',
      { lanes: [first, { from: '12:00', lanes: 2 }, { from: '11:00', lanes: 1 }] },
      /in order/,
    ],
    ['a first step for some days', { lanes: [{ ...first, days: ['mon'] }] }, /holds on every day/],
    ['a day that is none', { lanes: [first, { ...first, days: ['monday'] }] }, /mon/],
    ['a heavy tail without its index', { service: { distribution: 'pareto', mean_minutes: 9 } }, /pareto/],
    ['a boat of parties and people', { departures: { every_minutes: 9, parties: 4, people: 9 } }, /either/],
    [
      'a boat smaller than a party',
      { departures: { every_minutes: 9, people: 2 }, parties: [{ size: 3, weight: 1 }] },
      /largest party/,
    ],
    [
      'boats and tables',
      { departures: { every_minutes: 9, parties: 4 }, tables: [{ seats: 2, count: 1 }] },
      /tables/,
    ],
    ['silent leavers where nobody leaves', { silent_share: 0.5 }, /patience_minutes/],
    ['an outage that ends first', { outage: { from: '12:00', to: '11:00', share_of_days: 1 } }, /end after/],
  ])('is refused for %s', (_what, changes, message) => {
    expect(() => counter(changes)).toThrow(message)
  })
})
