import { Liquid } from 'liquidjs'

/** Tags that messages need. None repeats or stores a value, so a text grows only with its template and the values. */
const TAGS = new Set(['if', 'unless', 'case', 'comment', 'raw'])

const FILTERS = new Set([
  ...['append', 'at_least', 'at_most', 'capitalize', 'default', 'downcase', 'minus', 'plus', 'prepend'],
  ...['round', 'strip', 'truncate', 'upcase'],
])

function only(known: Record<string, unknown>, wanted: ReadonlySet<string>): void {
  for (const name of Object.keys(known)) if (!wanted.has(name)) delete known[name]
}

/**
 * Liquid without loops, files and prototypes, and with limits: ms of rendering, objects created, characters parsed.
 */
function boundedLiquid(): Liquid {
  const liquid = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    renderLimit: 1_000,
    memoryLimit: 20_000,
    parseLimit: 10_000,
  })
  only(liquid.tags, TAGS)
  only(liquid.filters, FILTERS)
  return liquid
}

export const liquid = boundedLiquid()
