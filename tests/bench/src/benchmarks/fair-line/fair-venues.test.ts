import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { loadVenues } from '../venues.ts'
import { venueSchema } from './venue.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/fair-line.md'), 'utf8')

/** What the first cells of the page's table of fields name. */
const [, table = ''] = /## Venues to simulate([\s\S]+)/.exec(page) ?? []
const documented = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
}

/** Names of all fields that hold no others. */
const leavesOf = (node: Node, path = ''): string[] => {
  const { properties } = node.items ?? node
  if (!properties) return [path]
  return Object.entries(properties).flatMap(([name, child]) =>
    leavesOf(child, path ? `${path}.${name}` : name),
  )
}

describe('venues of the fair-line benchmark', () => {
  test('the documentation lists exactly the fields of the schema', () => {
    const fields = leavesOf(z.toJSONSchema(venueSchema, { io: 'input' }) as Node)
    expect(documented.toSorted()).toEqual(fields.toSorted())
  })

  test('the documentation names each venue of the benchmark', () => {
    const folder = join(import.meta.dirname, 'venues')
    const venues = loadVenues([], folder, venueSchema)
    expect(venues.map(({ name }) => name)).toHaveLength(readdirSync(folder).length)
    for (const { name } of venues) expect(page.toLowerCase()).toContain(`| ${name} |`)
  })

  test('a file that is not JSON cannot be read', () => {
    const file = join(import.meta.dirname, 'fair-line.ts')
    expect(() => loadVenues([file], '', venueSchema)).toThrow(/cannot be read/)
  })
})
