import { AUDITED_EVENTS, changeAccepted } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { createFakeClock, goldenEvents, until } from '@usher/test-kit'
import { startWithTrail } from './support/audit.ts'

/** Actions whose events tell of changed fields: none of them of people. */
const TELLING = ['organization.created', 'organization.updated', 'api_key.created', 'updateTemplate']

const audited = new Set<string>(AUDITED_EVENTS.map(({ type }) => type))
const events = goldenEvents().filter(({ type }) => audited.has(type))

/** A change that no domain event announces goes by its operation. */
const actionOf = ({ type, data }: (typeof events)[number]) =>
  type === changeAccepted.type ? data.operation : type

const IDENTIFIER = /^[a-z]+_[0-9a-z]{26}$/

/** Every text somewhere in the data of an event, but for identifiers. */
function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return IDENTIFIER.test(data) ? [] : [data]
  return data === null || typeof data !== 'object' ? [] : Object.values(data).flatMap(textsIn)
}

/** Each golden event as it comes twice: of somebody behind the gateway, and of the system itself. */
const givenEvents = (organizationid: string) =>
  events.flatMap((event) =>
    [newId('member'), 'system'].map((actor) => ({
      ...event,
      ...{ organizationid, actor, id: newId('event'), requestid: newId('request') },
      time: new Date().toISOString(),
    })),
  )

describe('events with data of people, exports and links that open something', () => {
  test('enter the trail with their facts and none of their data', async () => {
    const clock = createFakeClock()
    await using all = await startWithTrail(clock)
    const given = givenEvents(all.organizationId)
    await all.publish(...given)
    await until('those of members to wait', async () => {
      return (await all.database.collection('audit_pending').countDocuments()) === events.length
    })
    const waiting = await all.database.collection('audit_pending').find().toArray()
    clock.advance(60_000)
    await all.accounts.jobs.audit.run()
    const trail = await all.recorded(all.organizationId, given.length)
    expect(new Set(trail.map(({ action }) => action))).toEqual(new Set(events.map(actionOf)))

    const kept = [...waiting, ...trail].filter(({ action }) => !TELLING.includes(action))
    expect(kept.every(({ changes }) => changes === '{}' || Object.keys(changes).length === 0)).toBe(true)
    const text = JSON.stringify(kept)
    const secret = events
      .filter((event) => !TELLING.includes(String(actionOf(event))))
      .flatMap(({ data, subject }) => textsIn(data).filter((value) => value !== subject))
      // Shorter ones, such as a role, are part of other words; a status may be part of the name of its event.
      .filter((value) => value.length > 8 && !events.some(({ type }) => type.includes(value)))
    expect(secret.filter((value) => value.includes('token='))).toHaveLength(2)
    expect(secret.filter((value) => text.includes(value))).toEqual([])
  })
})
