import { operations } from '@usher/contracts'
import { collectEvents, startOnce, until } from '@usher/test-kit'
import { sharePeople } from './support/people.ts'

const ORGANIZATION = '/account/organization'

const people = sharePeople()

async function start() {
  const all = await people()
  const owner = await all.owner()
  const patch = (body: object, headers: Record<string, string> = {}) =>
    owner.call('PATCH', ORGANIZATION, { body, headers })
  return { ...all, owner, patch }
}

const shared = startOnce(start)

describe('the settings of an organisation', () => {
  test('keep guests for 30 days in a new organisation', async () => {
    const all = await start()
    const { status, body } = await all.owner.call('GET', ORGANIZATION)
    expect(operations.getOrganization.answer.parse(body)).toEqual(body)
    expect([status, body]).toMatchObject([
      200,
      { id: all.owner.caller.organization_id, name: 'Bistro', guest_retention_days: 30 },
    ])
  })

  test('appear in credentials after a change, and each change emits one event', async () => {
    const all = await start()
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const quiet_hours = { start: '21:00', end: '08:00' }
    const settings = { country: 'DE', timezone: 'Europe/Berlin', guest_retention_days: 90, quiet_hours }
    const { status, body } = await all.patch(settings)
    expect([status, body]).toMatchObject([200, { name: 'Bistro', ...settings }])
    expect((await all.resolve(all.owner.token)).credential).toMatchObject({
      country: 'DE',
      timezone: 'Europe/Berlin',
    })
    await all.patch(settings)
    await all.patch({ name: 'Clinic' })
    const events = await until('both events', () => {
      const found = collector
        .of(all.owner.caller.organization_id)
        .filter(({ type }) => type === 'organization.updated')
      return found.length === 2 && found
    })
    expect(events).toMatchObject([
      { type: 'organization.updated', sequence: 2, data: { name: 'Bistro', ...settings } },
      { type: 'organization.updated', sequence: 3, data: { name: 'Clinic', ...settings } },
    ])
  })

  test('one of two simultaneous writes with the same ETag succeeds', async () => {
    const all = await start()
    const etag = (await all.owner.call('GET', ORGANIZATION)).headers.get('etag') ?? ''
    const write = (guest_retention_days: number) => all.patch({ guest_retention_days }, { 'if-match': etag })
    const answers = await Promise.all([write(1), write(2)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test.each([
    [{ guest_retention_days: 0 }, '/guest_retention_days'],
    [{ guest_retention_days: 3651 }, '/guest_retention_days'],
    [{ quiet_hours: { start: '21:00', end: '21:00' } }, '/quiet_hours/end'],
    [{ country: 'XX' }, '/country'],
    [{ timezone: 'Mars/Olympus' }, '/timezone'],
    [{ name: ' ' }, '/name'],
    [{ plan: 'development' }, '/plan'],
  ])('a change to %j answers 400 with a pointer to the wrong field', async (body, pointer) => {
    const all = await shared()
    expect((await all.patch(body)).body).toMatchObject({ status: 400, errors: [{ pointer }] })
  })

  test('cannot be changed by a host', async () => {
    const all = await start()
    const { call } = await all.invited(all.owner.call, all.emailOf('bob'), 'host')
    expect((await call('PATCH', ORGANIZATION, { body: { name: 'X' } })).body.code).toBe('insufficient_scope')
  })
})
