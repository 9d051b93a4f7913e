import { operations } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import { logOf } from '../src/request-log/logged-request.ts'
import { RequestLogStore } from '../src/request-log/request-log-store.ts'
import { recorded, startWithUsage } from './support/usage.ts'

const LOG = '/account/requests'
const orgOf = ({ account }: { account: { organization: { id: string } } }) => account.organization.id

const untilLogged = (call: Client, count: number) =>
  until(`${count} logged requests`, async () => {
    const { body } = await call('GET', LOG)
    return body.data.length >= count && body.data
  })

/** An owner and a log with a request of each kind of sender. */
async function startWithLog() {
  const all = await startWithUsage()
  const ada = await all.owner('ada@usher.test')
  const body = { name: 'Door tablet', scopes: ['queues:read'] }
  const key = (await ada.call('POST', '/account/api-keys', { body })).body.id as string
  const minute = new Date().toISOString().slice(0, 16)
  const at = (second: number) => ({ at: `${minute}:0${second}.000Z` })
  const event = recorded(orgOf(ada), [
    { ...at(1), request_id: 'one', actor: key, path_id: newId('guest') },
    { ...at(2), request_id: 'two', actor: ada.caller.actor, status: 404, code: 'not_found' },
    {
      ...at(3),
      request_id: 'three',
      actor: 'anonymous',
      operation: 'joinQueue',
      method: 'POST',
      status: 500,
    },
    { ...at(4), request_id: 'four', actor: key, operation: 'gone', status: 201, replayed: true },
  ])
  return { ...all, ada, key, event }
}

describe('the log of requests', () => {
  test("lists requests newest first, with the sender's name", async () => {
    await using all = await startWithLog()
    const { ada, key, event } = all
    await all.publish([event])
    const data = await untilLogged(ada.call, 4)
    expect(operations.listRequests.answer.parse({ data, next_cursor: null }).data).toHaveLength(4)
    const shown = data.map(({ request_id, path, status, replayed, sender }: never) => ({
      ...{ request_id, path, status, replayed, sender },
    }))
    const guest = (event.data as { records: { path_id: string }[] }).records[0]?.path_id
    const tablet = { kind: 'api_key', id: key, name: 'Door tablet' }
    expect(shown).toEqual([
      { request_id: 'four', path: null, status: 201, replayed: true, sender: tablet },
      {
        ...{ request_id: 'three', path: '/public/join/{slug}', status: 500, replayed: false },
        sender: { kind: 'other', id: 'anonymous', name: null },
      },
      {
        ...{ request_id: 'two', path: '/v1/guests/{id}', status: 404, replayed: false },
        sender: { kind: 'member', id: ada.caller.actor, name: 'Ada' },
      },
      { request_id: 'one', path: `/v1/guests/${guest}`, status: 200, replayed: false, sender: tablet },
    ])
  })

  test('filters by status, operation, sender and id, and pages within a filter', async () => {
    await using all = await startWithLog()
    const { ada, key } = all
    await all.publish([all.event])
    await untilLogged(ada.call, 4)
    const ids = async (query: string) =>
      (await ada.call('GET', `${LOG}?${query}`)).body.data.map(({ request_id }: never) => request_id)
    expect(await ids('status=failed')).toEqual(['three', 'two'])
    expect(await ids('status=4xx')).toEqual(['two'])
    expect(await ids('status=2xx&operation=getGuest')).toEqual(['one'])
    expect(await ids(`actor=${key}`)).toEqual(['four', 'one'])
    expect(await ids('sender=member,other')).toEqual(['three', 'two'])
    expect(await ids('request_id=four')).toEqual(['four'])
    expect((await ada.call('GET', `${LOG}?sender=robots`)).status).toBe(400)
    const first = (await ada.call('GET', `${LOG}?sender=api_key&limit=1`)).body
    expect(await ids(`sender=api_key&limit=1&cursor=${first.next_cursor}`)).toEqual(['one'])
    const other = await ada.call('GET', `${LOG}?limit=1&cursor=${first.next_cursor}`)
    expect(other.body.code).toBe('invalid_cursor')
  })

  test('logs a repeated event once, and logs samples without counting them again', async () => {
    await using all = await startWithLog()
    const { ada } = all
    const sampled = recorded(orgOf(ada), [{ request_id: 'sampled' }])
    const { records } = sampled.data as { records: object[] }
    const samples = { ...sampled, data: { records: [], counts: [], samples: records } }
    await all.publish([all.event, samples, all.event])
    await untilLogged(ada.call, 5)
    await all.publish([all.event, recorded(orgOf(ada), [{ request_id: 'last' }])])
    const data = await untilLogged(ada.call, 6)
    expect(data).toHaveLength(6)
    const counted = async () => (await ada.call('GET', '/account/usage')).body.totals.requests
    // What is logged is counted a moment later.
    await until('all to be counted', async () => (await counted()) === 5)
  })

  test('is empty for another organisation and refused to a host', async () => {
    await using all = await startWithLog()
    await all.publish([all.event])
    await untilLogged(all.ada.call, 4)
    const bob = await all.owner('bob@usher.test')
    expect((await bob.call('GET', LOG)).body.data).toEqual([])
    const host = await all.invited(all.ada.call, 'host@usher.test', 'host')
    expect((await host.call('GET', LOG)).body.code).toBe('insufficient_scope')
  })

  test('keeps the newest entries of each organisation, with an index that expires them after 7 days', async () => {
    await using all = await startWithUsage()
    const store = new RequestLogStore(all.database, { maxKept: 10, slack: 5 })
    const [organizationId, other] = [newId('organization'), newId('organization')]
    // Recent: the TTL index deletes what is older than 7 days.
    const began = Date.now()
    const add = (owner: string, ids: readonly string[]) => {
      const { records } = recorded(
        owner,
        ids.map((request_id, second) => ({ request_id, at: new Date(began + second * 1000).toISOString() })),
      ).data as Pick<Parameters<typeof logOf>[0], 'records'>
      return store.add(logOf({ eventId: newId('event'), organizationId: owner, records, samples: [] }))
    }
    await add(other, ['kept'])
    await add(
      organizationId,
      Array.from({ length: 20 }, (_, i) => `r${i}`),
    )
    const page = { belowId: undefined, limit: 100 }
    const left = await store.page(organizationId, {}, page)
    expect(left.map(({ request_id }) => request_id)).toEqual(
      Array.from({ length: 10 }, (_, i) => `r${19 - i}`),
    )
    expect(await store.page(other, {}, page)).toHaveLength(1)
    const indexes = await all.database.collection('request_log').indexes()
    expect(indexes.find(({ key }) => 'at' in key)?.expireAfterSeconds).toBe(604_800)
  })
})
