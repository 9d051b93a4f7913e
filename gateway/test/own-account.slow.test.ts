import { collectEvents, until } from '@usher/test-kit'
import { withOpenLink } from '../../services/accounts/src/mail/sealed-link.ts'
import { PASSWORD, startWithBrowsers } from './support/browsers.ts'

const QUEUES = '/v1/queues'

describe("a member's own account in a browser", () => {
  test('ends the other sessions of a member after a changed or reset password', async () => {
    await using all = await startWithBrowsers()
    await using collector = await collectEvents(all.rabbitUrl)
    await all.signUp()
    await all.one.signIn('ada@usher.test')
    await all.other.signIn('ada@usher.test')
    const status = async (one: typeof all.one) => (await one.call('GET', QUEUES)).status
    expect([await status(all.one), await status(all.other)]).toEqual([204, 204])

    const change = { current_password: PASSWORD, new_password: 'a whole new password' }
    expect((await all.one.write('POST', '/account/password', change)).status).toBe(204)
    await until('the other session to end', async () => (await status(all.other)) === 401)
    expect(await status(all.one)).toBe(204)

    await all.other.call('POST', '/account/password-reset', { email: 'ada@usher.test' })
    const mail = await until('the mail', () =>
      collector.events.find(({ type }) => type === 'member.password_reset_requested'),
    )
    const { link } = withOpenLink(mail, [all.secretKey]).data as { link: string }
    const reset = { token: new URL(link).searchParams.get('token'), password: PASSWORD }
    expect((await all.other.call('POST', '/account/password-reset/confirm', reset)).status).toBe(204)
    await until('the last session to end', async () => (await status(all.one)) === 401)
  })

  test('reaches the second-factor operations of an owner, including the DELETE with a body', async () => {
    await using all = await startWithBrowsers()
    await all.signUp()
    await all.one.signIn('ada@usher.test')
    const factor = '/account/second-factor'
    expect((await all.one.call('POST', factor, { password: PASSWORD })).json().code).toBe('csrf_failed')
    const begun = (await all.one.write('POST', factor, { password: PASSWORD })).json()
    expect(begun.otpauth_url).toContain(begun.secret)
    const off = await all.one.write('DELETE', factor, { password: PASSWORD, totp: '123456' })
    expect([off.status, off.json().code]).toEqual([409, 'invalid_transition'])
  })
})
