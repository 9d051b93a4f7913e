import { CLI_CLIENT_ID, OAUTH_PATHS, testOrganizationId } from '@usher/contracts'
import { AUDIT_HEADER, CALLER_HEADER, CLIENT_ADDRESS_HEADER, signCaller } from '@usher/service-kit'
import { createFakeClock } from '@usher/test-kit'
import jwt from 'jsonwebtoken'
import { deviceProgram, newAddress } from './support/device-program.ts'
import { oauthOf } from './support/oauth.ts'
import { startWithPeople } from './support/people.ts'
import { privateKey } from './support/start.ts'

const clock = createFakeClock()
let all: Awaited<ReturnType<typeof startWithPeople>>
beforeAll(async () => {
  all = await startWithPeople(clock)
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

const { browserOf, refresh, follow } = oauthOf(() => all)
const CLI = { id: CLI_CLIENT_ID, client_secret: '' }
const { post, begin, poll } = deviceProgram(() => all.accounts.url)

let owners = 0

async function givenOwner() {
  const { caller, token } = await all.owner(`device-${owners++}@usher.test`)
  return { organization_id: caller.organization_id, session: token }
}

type Browser = ReturnType<typeof browserOf>

const hidden = (page: string, name: string) =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1] ?? ''

/** Opens the address that a terminal shows, and goes on to the page with the consent. */
async function enter(browser: Browser, address: string): Promise<string> {
  const page = await (await browser(address)).text()
  const form = { xsrf: hidden(page, 'xsrf'), user_code: hidden(page, 'user_code') }
  await browser(OAUTH_PATHS.device, 'POST', form)
  const { headers } = await browser(OAUTH_PATHS.device, 'POST', { ...form, confirm: 'yes' })
  return await follow(browser, headers.get('location') ?? '')
}

/** Has the member of a browser answer the consent; gives the last page. */
async function answer(
  browser: Browser,
  consent: string,
  how: 'consent' | 'deny',
  form: Record<string, string> = {},
) {
  const { pathname } = new URL(consent, all.accounts.url)
  const { headers } = await browser(`${pathname}/${how}`, 'POST', form)
  return await (await browser(headers.get('location') ?? '')).text()
}

/** Has a member sign the command line in. */
async function signInCli(session: string, form: Record<string, string>) {
  const { verification_uri_complete, device_code } = await begin()
  const browser = browserOf(session)
  const page = await answer(browser, await enter(browser, verification_uri_complete), 'consent', form)
  return { page, tokens: await poll(device_code), device_code }
}

const organizationOf = (token: string) => (jwt.decode(token) as { organization_id: string }).organization_id

describe('the device sign-in of the command line', () => {
  test('gives a renewable token for test data to a member who allows test data', async () => {
    const { organization_id, session } = await givenOwner()
    const { page, tokens, device_code } = await signInCli(session, { mode: 'test' })
    expect(page).toContain('You are signed in')
    expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', refresh_token: expect.any(String) })
    expect(organizationOf(tokens.access_token)).toBe(testOrganizationId(organization_id))
    const renewed = await refresh(CLI, tokens.refresh_token)
    expect(organizationOf(renewed.access_token ?? '')).toBe(testOrganizationId(organization_id))
    expect(await poll(device_code)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test('gives a token for live data only when live is chosen, and for test data without a choice', async () => {
    const { organization_id, session } = await givenOwner()
    const live = await signInCli(session, { mode: 'live' })
    expect(organizationOf(live.tokens.access_token)).toBe(organization_id)
    const unsaid = await signInCli(session, {})
    expect(organizationOf(unsaid.tokens.access_token)).toBe(testOrganizationId(organization_id))
    const renewed = await refresh(CLI, live.tokens.refresh_token)
    expect(organizationOf(renewed.access_token ?? '')).toBe(organization_id)
  })

  test('asks for consent again when the same browser signs it in again', async () => {
    const { session } = await givenOwner()
    const browser = browserOf(session)
    for (const mode of ['test', 'live']) {
      const { verification_uri_complete, device_code } = await begin()
      const consent = await enter(browser, verification_uri_complete)
      expect(await (await browser(consent)).text()).toContain('Allow for test data')
      expect(await answer(browser, consent, 'consent', { mode })).toContain('You are signed in')
      expect((await poll(device_code)).status).toBe(200)
    }
  })

  test('answers authorization_pending until a member decides, and access_denied after a refusal', async () => {
    const { session } = await givenOwner()
    const begun = await begin()
    expect(begun).toMatchObject({
      status: 200,
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: expect.stringMatching(/\/oauth\/device$/),
      expires_in: 600,
      interval: 5,
    })
    expect(await poll(begun.device_code)).toMatchObject({ status: 400, error: 'authorization_pending' })
    const browser = browserOf(session)
    const page = await answer(browser, await enter(browser, begun.verification_uri_complete), 'deny')
    expect(page).toContain('The program was not let in')
    expect(await poll(begun.device_code)).toMatchObject({ status: 400, error: 'access_denied' })
  })

  test('answers slow_down to a poll within the interval, and the state to a later one', async () => {
    const { session } = await givenOwner()
    const { device_code, verification_uri_complete, interval } = await begin()
    expect((await poll(device_code)).error).toBe('authorization_pending')
    clock.advance(3_000)
    expect(await poll(device_code)).toMatchObject({ status: 400, error: 'slow_down' })
    clock.advance(interval * 1000)
    expect((await poll(device_code)).error).toBe('authorization_pending')
    const browser = browserOf(session)
    await answer(browser, await enter(browser, verification_uri_complete), 'consent')
    expect((await poll(device_code)).status).toBe(200)
  })

  test("both pages show when and from which address the sign-in started, and the browser's address", async () => {
    const { session } = await givenOwner()
    const { verification_uri_complete } = await begin('203.0.113.7')
    const browser = browserOf(session, '198.51.100.4')
    const page = await (await browser(verification_uri_complete)).text()
    const form = { xsrf: hidden(page, 'xsrf'), user_code: hidden(page, 'user_code') }
    const confirm = await (await browser(OAUTH_PATHS.device, 'POST', form)).text()
    const consent = await (await browser(await enter(browser, verification_uri_complete))).text()
    for (const shown of [confirm, consent]) {
      expect(shown).toContain('The sign-in started less than a minute ago')
      expect(shown).toContain('203.0.113.7')
      expect(shown).toContain('This browser has a different address, 198.51.100.4.')
    }
  })

  test.each([
    ['consent', { mode: 'test' }, false],
    ['consent', { mode: 'live' }, true],
    ['deny', {}, null],
  ] as const)(
    'the answer %s %o is noted in the audit trail with livemode %s',
    async (how, form, livemode) => {
      const { session } = await givenOwner()
      const browser = browserOf(session)
      const { pathname } = new URL(
        await enter(browser, (await begin()).verification_uri_complete),
        all.accounts.url,
      )
      const { headers } = await browser(`${pathname}/${how}`, 'POST', form)
      const note = JSON.parse(Buffer.from(headers.get(AUDIT_HEADER) ?? '', 'base64url').toString())
      expect(note.changes.livemode?.after ?? null).toBe(livemode)
    },
  )

  test('answers access_denied after a person says that the code is not theirs', async () => {
    const { session } = await givenOwner()
    const { verification_uri_complete, device_code } = await begin()
    const browser = browserOf(session)
    const page = await (await browser(verification_uri_complete)).text()
    const form = { xsrf: hidden(page, 'xsrf'), user_code: hidden(page, 'user_code') }
    const confirm = await (await browser(OAUTH_PATHS.device, 'POST', form)).text()
    expect(confirm).toContain('Is this your code?')
    await browser(OAUTH_PATHS.device, 'POST', { ...form, abort: 'yes' })
    expect(await poll(device_code)).toMatchObject({ status: 400, error: 'access_denied' })
  })

  test('the page says when a code does not exist or has been used', async () => {
    const { session } = await givenOwner()
    const browser = browserOf(session)
    const { verification_uri_complete } = await begin()
    const page = await (await browser(verification_uri_complete)).text()
    const xsrf = hidden(page, 'xsrf')
    const again = await (await browser(OAUTH_PATHS.device, 'POST', { xsrf, user_code: 'BBBB-BBBB' })).text()
    expect(again).toContain('There is no such code')
    await enter(browser, verification_uri_complete)
    const once = await (await browser(verification_uri_complete)).text()
    const form = { xsrf: hidden(once, 'xsrf'), user_code: hidden(once, 'user_code') }
    expect(await (await browser(OAUTH_PATHS.device, 'POST', form)).text()).toContain('The code has been used')
  })

  test('refuses client_credentials, and ends the grant when its refresh token is revoked', async () => {
    expect(await post(OAUTH_PATHS.token, { grant_type: 'client_credentials' })).toMatchObject({ status: 400 })
    const { session } = await givenOwner()
    const { tokens } = await signInCli(session, { mode: 'test' })
    const revoked = await fetch(all.accounts.url + OAUTH_PATHS.revoke, {
      method: 'POST',
      headers: { [CALLER_HEADER]: signCaller(null, privateKey) },
      body: new URLSearchParams({ client_id: CLI_CLIENT_ID, token: tokens.refresh_token }),
    })
    expect(revoked.status).toBe(200)
    expect(await refresh(CLI, tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('attack: somebody begins one sign-in after another, or tries one code after another', () => {
  test('begins 30 sign-ins from one address and answers 429 to more, but not to other addresses', async () => {
    const address = newAddress()
    const statuses = []
    for (let i = 0; i <= 30; i += 1) statuses.push((await begin(address)).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    expect((await begin()).status).toBe(200)
  })

  test('takes 30 codes from one address and answers 429 to more, but not to other addresses', async () => {
    const address = newAddress()
    const tryOne = (from: string) =>
      fetch(all.accounts.url + OAUTH_PATHS.device, {
        method: 'POST',
        headers: { [CALLER_HEADER]: signCaller(null, privateKey), [CLIENT_ADDRESS_HEADER]: from },
        body: new URLSearchParams({ user_code: 'BBBB-BBBB' }),
      })
    const statuses = []
    for (let i = 0; i <= 30; i += 1) statuses.push((await tryOne(address)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.slice(0, -1)).not.toContain(429)
    expect((await tryOne(newAddress())).status).not.toBe(429)
  })

  test('answers 429 and stores no code after too many sign-ins of one application', async () => {
    await begin()
    const throttles = all.database.collection('throttles')
    const setCount = (points: number) =>
      throttles.updateMany({ key: /^device_sign_in_of_application/ }, { $set: { points } })
    await setCount(20_000)
    onTestFinished(async () => void (await setCount(0)))
    const countCodes = () =>
      all.database.collection('oauth_artifacts').countDocuments({ model: 'DeviceCode' })
    const before = await countCodes()
    expect(await begin()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(await countCodes()).toBe(before)
  })

  test("refuses a form posted without the page's xsrf token", async () => {
    const { session } = await givenOwner()
    const { user_code, device_code } = await begin()
    const browser = browserOf(session)
    for (const form of [
      { user_code, confirm: 'yes' },
      { user_code, confirm: 'yes', xsrf: 'guessed' },
    ])
      expect((await browser(OAUTH_PATHS.device, 'POST', form)).status).toBe(400)
    expect(await poll(device_code)).toMatchObject({ error: 'authorization_pending' })
  })
})
