import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  memberWebhookAlertRequested,
  webhookEndpointDisabled,
  webhookEndpointFailing,
} from '@usher/contracts'
import { connectBroker, createLogger, createPublisher, newEvent, newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { startWithPeople } from './support/people.ts'

/** The accounts service with an owner, a manager and a host, and what the webhook service publishes. */
async function start() {
  const stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'usher-mail-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const all = stack.use(await startWithPeople(undefined, { mailOutbox: folder }))
  const log = createLogger('test', 'silent')
  const broker = stack.use(await connectBroker(all.infrastructure.rabbitUrl, log))
  const publisher = await createPublisher(broker)
  const owner = await all.owner()
  await all.invited(owner.call, 'manager@usher.test', 'manager')
  await all.invited(owner.call, 'host@usher.test', 'host')
  await all.owner('other@usher.test')
  const alerts = async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
    const mails = await Promise.all(
      files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))),
    )
    return mails.filter(({ type }) => type === memberWebhookAlertRequested.type)
  }
  return {
    ...all,
    owner,
    publisher,
    alerts,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const AT = new Date('2026-01-06T12:00:00.000Z')
const id = newId('webhookEndpoint')
const endpoint = { id, url: 'https://example.com/hook', failing_since: '2026-01-01T12:00:00.000Z' }

const factsFor = (organizationId: string, sequence: number) => ({
  subject: id,
  sequence,
  time: AT,
  origin: { organizationId, actor: 'system', requestId: newId('request') },
})

describe('webhook alerts of an organisation with an owner, a manager and a host', () => {
  test('the owner and the manager get one mail when an endpoint is failing and one when it is disabled', async () => {
    await using all = await start()
    const organizationId = all.owner.caller.organization_id
    const failing = newEvent(webhookEndpointFailing, {
      ...factsFor(organizationId, 1),
      data: { ...endpoint, disables_at: '2026-01-06T12:00:00.000Z' },
    })
    const disabled = newEvent(webhookEndpointDisabled, {
      ...factsFor(organizationId, 2),
      data: {
        ...endpoint,
        reason: 'failing',
        disabled_at: AT.toISOString(),
        missed_since: '2026-01-01T11:00:00.000Z',
      },
    })
    await all.publisher.publish([failing, failing])
    await until('the warnings', async () => (await all.alerts()).length === 2)
    await all.publisher.publish([failing, disabled])
    const mails = await until('all mails', async () => {
      const found = await all.alerts()
      return found.length === 4 && found
    })
    const expected = { ...endpoint, id: expect.any(String), reason: 'failing', disabled_at: AT.toISOString() }
    for (const to of ['ada@usher.test', 'manager@usher.test']) {
      for (const alert of ['failing', 'disabled']) {
        const link = `http://localhost:8080/settings/webhooks/${id}`
        expect(mails).toContainEqual(expect.objectContaining({ ...expected, to, alert, link }))
      }
    }
  })

  test('the audit trail records a disabled endpoint without any e-mail address', async () => {
    await using all = await start()
    const disabled = newEvent(webhookEndpointDisabled, {
      ...factsFor(all.owner.caller.organization_id, 1),
      data: { ...endpoint, reason: 'gone', disabled_at: AT.toISOString(), missed_since: AT.toISOString() },
    })
    await all.publisher.publish([disabled])
    await until('the mails', async () => (await all.alerts()).length === 2)
    const records = await until('the record', async () => {
      const { body } = await all.owner.call('GET', `/account/audit?resource=${id}`)
      return body.data.length > 0 && body.data
    })
    expect(records).toEqual([
      expect.objectContaining({ action: 'webhook_endpoint.disabled', actor: 'system', resource: id }),
    ])
    const system = (await all.owner.call('GET', '/account/audit?actor=system')).body.data
    expect(JSON.stringify(system)).not.toContain('usher.test')
  })
})
