import { OPERATIONS, openApiDocument } from '@usher/contracts'
import type { Field } from '../src/n8n.ts'
import { actionsOf } from '../tools/action.ts'
import type { Document } from '../tools/document.ts'
import { eventOptions, nodeDescription } from '../tools/node-description.ts'

/** Operations of the API that no workflow can do: pages, files, streams, and what people alone may do. */
const LACKING = [
  ...['confirmGoogleCalendar', 'exportGuests', 'finishGoogleCalendarAuth', 'streamCalendarSync'],
  ...['streamEvents', 'streamQueue', 'updateNotificationSettings'],
]

const document = openApiDocument('https://usher.test') as unknown as Document
const { properties } = nodeDescription(document)
const actions = new Set(actionsOf(document).map(({ operation }) => operation.operationId))

const fieldsOf = (operation: string): Field[] =>
  properties.filter(
    ({ name, displayOptions }) => name !== 'operation' && displayOptions?.show.operation?.[0] === operation,
  )

const optionOf = (operation: string) =>
  properties
    .filter(({ name }) => name === 'operation')
    .flatMap(({ options = [] }) => options)
    .find(({ value }) => value === operation)

const named = (fields: readonly Field[], name: string) => fields.find((field) => field.name === name)

describe('the n8n node generated from the API document', () => {
  test('has an action for every platform operation except streams, files and those reserved for people', () => {
    const lacking = OPERATIONS.filter(({ id, path }) => /^\/(v1|api)\//.test(path) && !actions.has(id)).map(
      ({ id }) => id,
    )
    expect(lacking.toSorted()).toEqual(LACKING)
    expect([...actions].filter((id) => !optionOf(id))).toEqual([])
    expect(OPERATIONS.filter(({ id, path }) => /^\/(account|public)/.test(path) && actions.has(id))).toEqual(
      [],
    )
  })

  test('keeps an entered id within its segment of the path', () => {
    const { request } = (optionOf('addGuest')?.routing ?? {}) as {
      request?: Record<'method' | 'url', string>
    }
    expect(request?.method).toBe('POST')
    const [, before, expression, after] = /^=(.*)\{\{(.*)\}\}(.*)$/.exec(request?.url ?? '') ?? []
    const evaluate = new Function('$parameter', `return ${expression}`)
    const pathFor = (id: unknown) =>
      new URL(`https://usher.test${before}${evaluate({ id })}${after}`).href.slice(
        'https://usher.test'.length,
      )
    expect(pathFor('q_1')).toBe('/v1/queues/q_1/guests')
    expect(pathFor('a/b?c')).toBe('/v1/queues/a%2Fb%3Fc/guests')
    for (const id of ['', ' ', '.', '..', ' .. ', undefined, null])
      expect(pathFor(id)).toBe('/v1/queues/~/guests')
    for (const id of ['%2e%2e', '../guests', '..\\x', '.%2e'])
      expect(pathFor(id)).toMatch(/^\/v1\/queues\/[^/]+\/guests$/)
  })

  test('asks for required fields, and offers the others as options with a matching input', () => {
    const fields = fieldsOf('addGuest')
    expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual(['id', 'name'])
    const options = (named(fields, 'options')?.options ?? []) as unknown as Field[]
    expect(named(options, 'party_size')).toMatchObject({
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 99 },
    })
    expect(named(options, 'tags')).toMatchObject({
      type: 'json',
      routing: { send: { type: 'body', property: 'tags' } },
    })
    expect(named(options, 'Idempotency_Key')).toMatchObject({
      routing: { request: { headers: { 'Idempotency-Key': '={{$value}}' } } },
    })
    expect(named(options, 'x_csrf_token')).toBeUndefined()
  })

  test('reads the pages of a list itself, without a cursor field', () => {
    const fields = fieldsOf('listGuests')
    expect(named(fields, 'returnAll')).toMatchObject({ type: 'boolean' })
    expect(JSON.stringify(fields)).not.toContain('"name":"cursor"')
    expect(optionOf('listGuests')?.routing).toHaveProperty('output')
    expect(optionOf('getGuest')?.routing).not.toHaveProperty('output')
  })

  test('offers every webhook event', () => {
    expect(eventOptions(document).map(({ value }) => value)).toEqual(
      Object.keys(document.components.pathItems),
    )
  })
})
