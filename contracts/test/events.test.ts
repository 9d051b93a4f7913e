import { cloudEventSchema, EVENTS } from '@usher/contracts'
import { goldenEvents } from '@usher/test-kit'

const golden = goldenEvents()

describe('the golden event files', () => {
  test('include the current version of every event', () => {
    const files = new Set(golden.map(({ type, dataversion }) => `${type} ${dataversion}`))
    expect(EVENTS.filter(({ type, version }) => !files.has(`${type} ${version}`))).toEqual([])
  })

  test.each(golden.map((event) => [event.type, event] as const))(
    'are read completely by the current schema: %s',
    (type, event) => {
      expect(cloudEventSchema.parse(event)).toEqual(event)
      const definition = EVENTS.find((candidate) => candidate.type === type)
      expect(definition?.data.parse(event.data)).toEqual(event.data)
    },
  )

  test.each(golden.map((event) => [event.type, event] as const))(
    'are still read by the current schema when a new field is added: %s',
    (type, event) => {
      const definition = EVENTS.find((candidate) => candidate.type === type)
      expect(definition?.data.safeParse({ ...event.data, field_of_tomorrow: 1 }).success).toBe(true)
    },
  )
})
