import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberInvited } from '@usher/contracts'
import { newEvent, PermanentError, type SecretKey } from '@usher/service-kit'
import { collectEvents, until } from '@usher/test-kit'
import { sealLink, withOpenLink } from '../src/mail/sealed-link.ts'
import { startWithPeople } from './support/people.ts'

/** The accounts service whose events somebody reads, and mails as their readers get them. */
async function start() {
  const stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'usher-mail-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const all = stack.use(await startWithPeople(undefined, { mailOutbox: folder }))
  const { events } = stack.use(await collectEvents(all.infrastructure.rabbitUrl))
  const owner = await all.owner('ada@usher.test')
  return {
    ...{ ...all, owner },
    /** The token in a mail. */
    mailedTo: (address: string) =>
      until('the mail', async () => {
        const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
        const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
        const mail = mails.map((text) => JSON.parse(text)).find(({ to }) => to === address)
        return mail && new URL(mail.link).searchParams.get('token')
      }),
    /** An event as the broker keeps it. */
    kept: (type: string) =>
      until('the event', () => JSON.stringify(events.find((event) => event.type === type))),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test("events on the broker's disk hold no token of an invitation or of a password reset", async () => {
  await using all = await start()
  const invitation = { email: 'bob@usher.test', role: 'host' }
  const { token } = (await all.owner.call('POST', '/account/invitations', { body: invitation })).body
  await all.open('/account/password-reset', { email: 'ada@usher.test' })

  const reset = await all.mailedTo('ada@usher.test')
  expect(await all.mailedTo('bob@usher.test')).toBe(token)
  expect(await all.kept('member.invited')).not.toContain(token)
  expect(await all.kept('member.password_reset_requested')).not.toContain(reset)
  expect(await all.kept('member.password_reset_requested')).not.toContain('token=')
})

test("a sealed link cannot be opened in another mail's event or with another key", () => {
  const keys: SecretKey[] = [{ id: 'k1', key: randomBytes(32) }]
  const event = (subject: string) =>
    newEvent(memberInvited, {
      ...{ subject, sequence: 1, time: new Date() },
      origin: { organizationId: 'org', actor: 'mem', requestId: 'req' },
      data: {
        ...{ id: subject, organization_name: 'Bistro', invited_by: 'Ada' },
        ...{ email: 'eve@usher.test', role: 'host' },
        sealed_link: sealLink('https://usher.test/?token=secret', 'inv_1', keys),
        expires_at: new Date().toISOString(),
      },
    })
  expect(withOpenLink(event('inv_1'), keys).data).toMatchObject({ link: 'https://usher.test/?token=secret' })
  expect(() => withOpenLink(event('inv_2'), keys)).toThrow(PermanentError)
  expect(() => withOpenLink(event('inv_1'), [{ id: 'k1', key: randomBytes(32) }])).toThrow(PermanentError)
})
