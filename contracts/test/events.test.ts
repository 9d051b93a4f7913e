import { cloudEventSchema, EVENTS } from '@usher/contracts'
import { goldenEvents } from '@usher/test-kit'

const golden = goldenEvents()

describe('given the golden event files', () => {
  test('when the events are listed, then each current version has one', () => {
    const files = new Set(golden.map(({ type, dataversion }) => `${type} ${dataversion}`))
    expect(EVENTS.filter(({ type, version }) => !files.has(`${type} ${version}`))).toEqual([])
  })

  test.each(golden.map((event) => [event.type, event] as const))(
    'when a consumer of today reads %s, then nothing in it is lost or refused',
    (type, event) => {
      expect(cloudEventSchema.parse(event)).toEqual(event)
      const definition = EVENTS.find((candidate) => candidate.type === type)
      expect(definition?.data.parse(event.data)).toEqual(event.data)
    },
  )

  test.each(golden.map((event) => [event.type, event] as const))(
    'when a later version of %s has a new field, then a consumer of today still reads it',
    (type, event) => {
      const definition = EVENTS.find((candidate) => candidate.type === type)
      expect(definition?.data.safeParse({ ...event.data, field_of_tomorrow: 1 }).success).toBe(true)
    },
  )
})
