import { openApiDocument } from '@usher/contracts'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Json = any

const document: Json = openApiDocument('https://usher.example')

/** Every object in a part of the document, with where it is. */
function objectsIn(part: Json, at = ''): [where: string, object: Json][] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.entries(part).flatMap(([name, value]) => objectsIn(value, `${at}/${name}`))
  return [[at, part], ...inner]
}

const objects = objectsIn(document)
const placesWhere = (isSo: (object: Json) => boolean) =>
  objects.filter(([, object]) => isSo(object)).map(([where]) => where)

const referencesIn = (part: Json): string[] =>
  objectsIn(part).flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []))

const partAt = (place: string): Json => {
  const [, , kind = '', name = ''] = place.split('/')
  return document.components[kind][name]
}

/** The components that a part of the document refers to, directly or through others. */
function referredFrom(part: Json, found = new Set<string>()): ReadonlySet<string> {
  for (const place of referencesIn(part)) {
    if (found.has(place)) continue
    found.add(place)
    referredFrom(partAt(place), found)
  }
  return found
}

/** Whether a character class of a pattern has a bracket that Python and Go warn of or refuse. */
const hasPlainBracket = (pattern: string) =>
  [...pattern.matchAll(/\\.|\[((?:\\.|[^\]\\])*)\]/g)].some(([, inner = '']) =>
    inner.replaceAll(/\\./g, '').includes('['),
  )

const inPascalCase = (name: string) =>
  name.replaceAll(/(?:^|[^a-z0-9]+)([a-z])/gi, (_, first) => first.toUpperCase())

/** Rules without which generators of clients fail, or make clients that do not compile. */
describe('the OpenAPI document for generators of clients', () => {
  test('has no component that only webhooks refer to', () => {
    const used = referredFrom(document.paths)
    const { pathItems } = document.components
    expect(referencesIn(pathItems).length).toBeGreaterThan(50)
    expect(referencesIn(pathItems).filter((place) => !used.has(place))).toEqual([])
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => !used.has(`#/components/schemas/${name}`))).toEqual([])
  })

  test('refers to every webhook, which openapi-generator makes no method of then', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(document.components.pathItems))
    for (const [type, webhook] of Object.entries(document.webhooks))
      expect(webhook).toEqual({ $ref: `#/components/pathItems/${type}` })
  })

  test('has no alternatives of a date and a time', () => {
    const formats = (anyOf: Json) => Array.isArray(anyOf) && anyOf.map(({ format }) => format)
    expect(placesWhere(({ anyOf }) => String(formats(anyOf)) === 'date-time,date')).toEqual([])
  })

  test('has no pattern of times in answers: Ruby clients match it with the time they have parsed', () => {
    const answers = Object.values<Json>(document.paths).flatMap((path) =>
      Object.values<Json>(path).map(({ responses }) => responses),
    )
    const parts = [...referredFrom(answers)].map((place) => [place, partAt(place)])
    const times = objectsIn(Object.fromEntries(parts)).filter(([, { format }]) => format === 'date-time')
    expect(times.length).toBeGreaterThan(100)
    expect(times.filter(([, { pattern }]) => pattern !== undefined)).toEqual([])
  })

  test('has no boolean constant', () => {
    expect(placesWhere((object) => typeof object.const === 'boolean')).toEqual([])
  })

  test('starts patterns with ^, as Python clients of openapi-generator match from the start', () => {
    expect(placesWhere(({ pattern }) => typeof pattern === 'string' && !pattern.startsWith('^'))).toEqual([])
  })

  test('escapes brackets in the character classes of patterns', () => {
    expect(hasPlainBracket('^[!-[]$')).toBe(true)
    expect(hasPlainBracket('^[a-z](?:\\[[^\\[]+)?$')).toBe(false)
    expect(placesWhere(({ pattern }) => typeof pattern === 'string' && hasPlainBracket(pattern))).toEqual([])
  })

  test('escapes no slashes in patterns, which generators escape', () => {
    expect(
      placesWhere(({ pattern }) => typeof pattern === 'string' && /(^|[^\\])\\\//.test(pattern)),
    ).toEqual([])
  })

  test('has no two fields whose schema and name make the same type', () => {
    const fields = Object.entries<Json>(document.components.schemas).flatMap(
      ([schema, { properties = {} }]) =>
        Object.keys(properties).map((name) => ({
          type: schema + inPascalCase(name),
          field: `${schema}.${name}`,
        })),
    )
    const alike = Object.values(Object.groupBy(fields, ({ type }) => type)).filter(
      (same) => same?.length !== 1,
    )
    expect(alike.map((same) => same?.map(({ field }) => field))).toEqual([])
  })
})
