import type { Notification } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { type Client, trustedCertificate, until } from '@usher/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenNotification, type Harness, startHarness } from './harness.ts'
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

const givenOrganization = (): Client =>
  harness.client({ organization_id: newId('organization'), plan: 'standard' })

const outcomeOf = ({ status, error }: Notification) => error?.code ?? status

/** Sends one message after the other, and gives what became of each. */
async function outcomes(api: Client, to: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const email of to) ids.push((await givenNotification(api, { to: email })).id)
  return await until('all of them', async () => {
    await harness.service.sendDue()
    const found = await Promise.all(ids.map(async (id) => (await api('GET', `/v1/notifications/${id}`)).body))
    return found.every(({ status }) => status !== 'queued') && found.map(outcomeOf)
  })
}

const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address)).length

describe('attack: flood one person by the mail server of the installation', () => {
  test('given three organisations, when each sends 10 in an hour, then 20 arrive', async () => {
    const victim = `${newId('request')}@example.com`
    const all = []
    for (let n = 0; n < 3; n += 1) all.push(await outcomes(givenOrganization(), Array(10).fill(victim)))
    expect(all.flat().filter((outcome) => outcome === 'sent')).toHaveLength(20)
    expect(all[2]).toEqual(Array(10).fill('shared_recipient_limit'))
    expect(mailsTo(victim)).toBe(20)
  })
})
