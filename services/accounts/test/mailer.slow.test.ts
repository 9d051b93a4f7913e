import { type CloudEvent, memberPasswordResetRequested } from '@usher/contracts'
import { connectBroker, createLogger, createPublisher, newEvent, newId } from '@usher/service-kit'
import { answering, MAIL_USER, startMailServer, trustedCertificate, until } from '@usher/test-kit'
import type { AccountsConfig } from '../src/service.ts'
import { PASSWORD, signUpOf, startWithPeople } from './support/people.ts'

const certificate = trustedCertificate()

type ServerOptions = Parameters<typeof startMailServer>[0]

/** The accounts service with a mail server. */
async function start(options: ServerOptions = {}, given: Partial<AccountsConfig> = {}) {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startMailServer({ ...certificate, ...options }))
  const mail = {
    ...{ host: 'localhost', port: server.port, security: 'starttls' as const, ...MAIL_USER },
    ...{ fromAddress: 'hello@usher.test', fromName: 'Usher' },
  }
  const all = stack.use(await startWithPeople(undefined, { mail, ...given }))
  const log = createLogger('test', 'silent')
  const broker = stack.use(await connectBroker(all.infrastructure.rabbitUrl, log))
  const publisher = await createPublisher(broker)
  const mailTo = (address: string) =>
    until('the mail', () => server.received.find(({ to }) => to.includes(address)))
  return {
    ...{ ...all, server, mailTo },
    publish: (...events: CloudEvent[]) => publisher.publish(events),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** An event that asks for a mail about a new password. */
function resetFor(email: string, expiresAt: Date): CloudEvent {
  const [id, subject] = [newId('member'), newId('event')]
  const origin = { organizationId: newId('organization'), actor: id, requestId: 'test' }
  const data = {
    id,
    name: 'Ada',
    email,
    link: 'https://usher.test/reset',
    expires_at: expiresAt.toISOString(),
  }
  return newEvent(memberPasswordResetRequested, { subject, sequence: 1, time: new Date(), origin, data })
}

const inAnHour = () => new Date(Date.now() + 3_600_000)

describe('mails to members, by a mail server', () => {
  test('an invitation and a reset arrive over TLS, and the reset link sets a new password', async () => {
    await using all = await start()
    const owner = await all.owner()
    const invitation = { email: 'bob@usher.test', role: 'host' }
    const { token } = (await owner.call('POST', '/account/invitations', { body: invitation })).body
    const invited = await all.mailTo('bob@usher.test')
    expect(invited.isSecure).toBe(true)
    expect(invited.parsed).toMatchObject({
      subject: 'Invitation to “Bistro” on Usher',
      from: { value: [{ name: 'Usher', address: 'hello@usher.test' }] },
      text: expect.stringContaining(`/accept-invitation?token=${token}\n`),
    })
    await all.open('/account/password-reset', { email: 'ada@usher.test' })
    const { text = '' } = (await all.mailTo('ada@usher.test')).parsed
    const link = /^http:\S+$/m.exec(text)?.[0] ?? ''
    const confirm = { token: new URL(link).searchParams.get('token'), password: 'another long password' }
    expect((await all.open('/account/password-reset/confirm', confirm)).status).toBe(204)
  })

  test('the mail of a sign-up has a link that creates the account', async () => {
    await using all = await start({}, { verifiesAddresses: true })
    await all.open('/account/sign-up', signUpOf('ada@usher.test'))
    const { text = '' } = (await all.mailTo('ada@usher.test')).parsed
    const [, token] = /\/verify-email\?token=([\w-]+)\n/.exec(text) ?? []
    expect((await all.open('/account/verify-email', { token, password: PASSWORD })).status).toBe(204)
  })

  test('a mail refused by a busy server is sent later, once', async () => {
    let calls = 0
    await using all = await start({
      onMailFrom(_address, _session, done) {
        calls += 1
        done(calls <= 6 ? answering(451, '4.3.0 Try again later') : null)
      },
    })
    await all.publish(resetFor('carol@usher.test', inAnHour()))
    await all.mailTo('carol@usher.test')
    await all.publish(resetFor('dave@usher.test', inAnHour()))
    await all.mailTo('dave@usher.test')
    expect(all.server.received.map(({ to }) => to[0])).toEqual(['carol@usher.test', 'dave@usher.test'])
  })

  test('a rejected address or an expired link does not hold up the other mails', async () => {
    await using all = await start({
      onRcptTo({ address }, _session, done) {
        done(address.startsWith('nobody') ? answering(550, '5.1.1 No such user') : null)
      },
    })
    await all.publish(
      resetFor('nobody@usher.test', inAnHour()),
      resetFor('late@usher.test', new Date(Date.now() - 1)),
      resetFor('erin@usher.test', inAnHour()),
    )
    await all.mailTo('erin@usher.test')
    expect(all.server.received).toHaveLength(1)
  })

  test('both mails of a repeated event have the same Message-ID', async () => {
    await using all = await start()
    const event = resetFor('erin@usher.test', inAnHour())
    await all.publish(event, event)
    const mails = await until('both', () => all.server.received.length === 2 && all.server.received)
    expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1)
  })
})
