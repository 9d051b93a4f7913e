import { type CloudEvent, organizationUpdated, ROLES } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { goldenEvents, trustedCertificate, until } from '@usher/test-kit'
import { OrganizationStore } from '../src/organizations/organization-store.ts'
import { guestEvent, type Harness, queueEvent, startHarness } from './harness.ts'
import { startMailServer } from './smtp-provider.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
let harness: Harness
beforeAll(async () => {
  server = await startMailServer(trustedCertificate())
  const credentials = { password: 'secret', dkim_private_key: null }
  harness = await startHarness({ smtp: { settings: server.settings, credentials, bounceToken: null } })
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const BRAND = {
  ...{ name: 'Bistro & <Bar>', address: '12 Quay\nLondon', phone: '+442079460000' },
  ...{ brand_color: '#ffee00', logo_path: '/logos/org/1' },
}

/** An organisation of which an event has told, and a queue of it with another name. */
async function givenOrganization(brand: object) {
  const organizationid = newId('organization')
  const queueId = newId('queue')
  const golden = goldenEvents().find(({ type }) => type === organizationUpdated.type) as CloudEvent
  const data = { ...(golden.data as object), ...brand, id: organizationid }
  const told = { ...golden, id: newId('event'), organizationid, subject: organizationid, data }
  await harness.publish(told, queueEvent(organizationid, queueId, 'Main queue'))
  const api = harness.client({ organization_id: organizationid, scopes: [...ROLES.manager] })
  return { organizationid, queueId, api }
}

type Organization = Awaited<ReturnType<typeof givenOrganization>>

/** The text of the message to a guest who joins, once every event before has been handled. */
async function textTo({ organizationid, queueId, api }: Organization, to: object): Promise<string> {
  return await until('a message that names the venue', async () => {
    const guest = guestEvent(organizationid, { queueId, time: harness.clock.now(), ...to })
    await harness.publish(guest)
    const message = await until('the message', async () => {
      await harness.service.jobs.dispatcher.drain()
      const [found] = (await api('GET', `/v1/notifications?guest_id=${guest.subject}`)).body.data
      return found && found.status !== 'queued' && found
    })
    return message.text.includes(' at ') && message.text
  })
}

describe('an organisation with a brand', () => {
  test('is called by its brand name, not the queue name, in the message to a guest who joins', async () => {
    const organization = await givenOrganization(BRAND)
    expect(await textTo(organization, {})).toContain('you are in line at Bistro & <Bar>, number 3')
  })

  test('sends e-mails with its logo, colour, address and phone number', async () => {
    const organization = await givenOrganization(BRAND)
    await textTo(organization, { phone: null, email: 'ada@example.com' })
    const { html, text } = server.received.at(-1)?.parsed ?? {}
    expect(html).toContain(`<img src="${harness.config.publicUrl}/logos/org/1" alt=""`)
    expect(html).toContain('border-bottom:3px solid #ffee00')
    expect(html).toContain('Bistro &amp; &lt;Bar&gt;<br>12 Quay<br>London<br>')
    expect(html).toContain('<a href="tel:+442079460000" dir="ltr">+44 20 7946 0000</a>')
    expect(text).not.toContain('12 Quay')
  })

  test('sends an e-mail later when the brand cannot be read at first', async () => {
    const { api } = await givenOrganization(BRAND)
    const body = { to: 'grace@example.com', text: 'Your table is ready.' }
    const { id } = (await api('POST', '/v1/notifications/send', { body })).body
    jest.spyOn(OrganizationStore.prototype, 'brandOf').mockRejectedValueOnce(new Error('no database'))
    const sent = await until('the message', async () => {
      await harness.service.jobs.dispatcher.drain().catch(() => {})
      harness.clock.advance(30_000)
      const found = (await api('GET', `/v1/notifications/${id}`)).body
      return found.status !== 'queued' && found
    })
    expect([sent.status, sent.error]).toEqual(['sent', null])
  })

  test('is called by its new name in messages after a rename', async () => {
    const organization = await givenOrganization(BRAND)
    await textTo(organization, {})
    const golden = goldenEvents().find(({ type }) => type === organizationUpdated.type) as CloudEvent
    const { organizationid } = organization
    const data = { ...(golden.data as object), name: 'Café', id: organizationid }
    const ids = { id: newId('event'), organizationid, subject: organizationid, sequence: golden.sequence + 1 }
    await harness.publish({ ...golden, ...ids, data })
    await until('the new name', async () => (await textTo(organization, {})).includes('at Café'))
    expect(await textTo(organization, {})).not.toContain('Bistro')
  })
})

describe('an organisation without any organisation event', () => {
  test('is called by the queue name in the message to a guest who joins', async () => {
    const organizationid = newId('organization')
    const queueId = newId('queue')
    await harness.publish(queueEvent(organizationid, queueId, 'Main queue'))
    const api = harness.client({ organization_id: organizationid })
    expect(await textTo({ organizationid, queueId, api }, {})).toContain('in line at Main queue')
  })
})
