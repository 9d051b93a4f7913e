import { type PrivacySubject, privacyCompleted, privacyRequested } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import type { ConnectionRecord } from '../src/connections/connection.ts'
import {
  ANN,
  API,
  begun,
  consented,
  givenConnection,
  type Harness,
  recordsOf,
  startHarness,
  tick,
} from './harness.ts'

/** Asks as accounts does, and gives the answer. */
async function ask(harness: Harness, kind: 'export' | 'erasure', subject: PrivacySubject) {
  const id = newId('privacyRequest')
  const { organizationId, publish, service, events } = harness
  const origin = { organizationId, actor: 'system', requestId: newId('request') }
  const facts = { subject: id, sequence: 1, time: new Date(), origin }
  await publish(newEvent(privacyRequested, { ...facts, data: { id, kind, subject } }))
  return await until('the answer', async () => {
    await service.jobs.privacy.run()
    return events.of(id).find(({ type }) => type === privacyCompleted.type)
  })
}

describe('the calendar data of an organisation', () => {
  test("is exported with its connections, without tokens and nothing for a guest's e-mail address", async () => {
    await using harness = await startHarness()
    const { id } = await givenConnection(harness)
    const { data } = (await ask(harness, 'export', { organization: true })) as { data: { data: object[] } }
    expect(data.data).toMatchObject([{ type: 'calendar_connection', id, account_email: ANN }])
    expect(JSON.stringify(data)).not.toMatch(/token/)
    const guest = await ask(harness, 'export', { email: ANN })
    expect(guest).toMatchObject({ data: { records: 0, data: [], is_last: true } })
  })

  test('is erased when the organisation is closed, and its access at Google is revoked', async () => {
    await using harness = await startHarness()
    await givenConnection(harness)
    const { google, service, organizationId } = harness
    await begun(harness.client(), (await givenConnection(harness)).provider_id)
    await consented(google, await begun(harness.session(), (await givenConnection(harness)).provider_id))
    const stranger = newId('organization')
    const all = service.context.connection.collection<ConnectionRecord>('connections')
    const [own] = await all.find().toArray()
    if (!own) throw new Error('no connection')
    await all.insertOne({ ...own, _id: newId('calendarConnection'), organization_id: stranger })
    expect(await ask(harness, 'erasure', { organization: true })).toMatchObject({ data: { records: 3 } })
    expect((await harness.client()('GET', `${API}/connections`)).body.data).toEqual([])
    await all.deleteOne({ organization_id: stranger })
    await until('access to be given back', async () => {
      await tick(service)
      return google.requests.count('POST', /^\/revoke/) > 0
    })
    await until('nothing to be left', async () => {
      // Retries a revocation that failed on a slow machine.
      await tick(service)
      // The outbox empties itself.
      const left = (await recordsOf(harness)).filter(
        (record) => !record.startsWith('outbox ') && record.includes(organizationId),
      )
      if (left.length > 0) throw new Error(left.join('\n'))
      return true
    })
  })
})
