import { hashApiKey, hashSessionToken, isWellFormedApiKey } from '@usher/service-kit'
import { collectEvents, until } from '@usher/test-kit'
import { sharePeople } from './support/people.ts'

const KEYS = '/account/api-keys'
const KEY = { name: 'Tests', scopes: ['guests:read'], livemode: false }

const people = sharePeople()

async function start() {
  const all = await people()
  const owner = await all.owner()
  const liveId = owner.caller.organization_id
  const lookUpSession = (livemode: boolean) =>
    all.lookUp({ kind: 'session', sha256: hashSessionToken(owner.token), livemode })
  return { ...all, owner, liveId, testId: liveId.replace('org_', 'org_test_'), lookUpSession }
}

describe('test data of an organisation', () => {
  test('a test key calls as the test organisation, with the settings of the live one', async () => {
    const all = await start()
    await all.owner.call('PATCH', '/account/organization', { body: { country: 'DE' } })
    const { body } = await all.owner.call('POST', KEYS, { body: KEY })
    expect([body.livemode, isWellFormedApiKey(body.api_key)]).toEqual([false, true])
    expect(body.api_key).toMatch(/^usk_test_/)
    const caller = await all.lookUp({ sha256: hashApiKey(body.api_key) })
    expect(caller).toMatchObject({ status: 200, body: { organization_id: all.testId, country: 'DE' } })
    const { timezone, plan } = all.owner.caller
    expect(caller.body).toMatchObject({ timezone, plan, scopes: KEY.scopes, actor: body.id })
  })

  test('rotating a test key makes another test key', async () => {
    const all = await start()
    const { id } = (await all.owner.call('POST', KEYS, { body: KEY })).body
    const { body } = await all.owner.call('POST', `${KEYS}/${id}/rotate`)
    expect([body.livemode, body.api_key.startsWith('usk_test_')]).toEqual([false, true])
    expect((await all.lookUp({ sha256: hashApiKey(body.api_key) })).body.organization_id).toBe(all.testId)
  })

  test('the events of the test organisation follow the live one, with sequences from 1', async () => {
    const all = await start()
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const change = (body: object) => all.owner.call('PATCH', '/account/organization', { body })
    await change({ guest_retention_days: 7 })
    await Promise.all([all.lookUpSession(false), all.lookUpSession(false), all.lookUpSession(false)])
    await change({ name: 'Clinic' })
    const events = await until(
      'the events',
      () => collector.of(all.testId).length >= 3 && collector.of(all.testId),
    )
    expect(events).toMatchObject([
      {
        type: 'organization.created',
        sequence: 1,
        subject: all.testId,
        data: { id: all.testId, name: 'Bistro' },
      },
      { type: 'organization.updated', sequence: 2, data: { guest_retention_days: 7 } },
      { type: 'organization.updated', sequence: 3, data: { id: all.testId, name: 'Clinic' } },
    ])
    expect(events).toHaveLength(3)
  })

  test('a session calls as the member in the test organisation until sign-out', async () => {
    const all = await start()
    const test = (await all.lookUpSession(false)).body
    expect(test).toMatchObject({ organization_id: all.testId, actor: all.owner.caller.actor })
    expect((await all.lookUpSession(true)).body.organization_id).toBe(all.liveId)
    await all.owner.call('POST', '/account/sign-out')
    expect((await all.lookUpSession(false)).status).toBe(404)
  })
})
