import { APP, type Application, authorizePath, BACK, oauthOf } from './support/oauth.ts'
import { startWithPeople } from './support/people.ts'

let all: Awaited<ReturnType<typeof startWithPeople>>
let attacker: Application
let member: string
beforeAll(async () => {
  all = await startWithPeople()
  const stranger = await all.owner('stranger@usher.test')
  attacker = (await stranger.call('POST', '/account/oauth-clients', { body: APP })).body
  member = (await all.owner('member@usher.test')).token
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

const { browserOf, challenge, connect, follow } = oauthOf(() => all)

const FAULTS = [
  ['prompt=none', () => ({ ...challenge(), prompt: 'none' })],
  ['no PKCE', () => ({})],
  ['a scope that it may not have', () => ({ ...challenge(), scope: 'bookings:write' })],
  ['an error in a fragment', () => ({ ...challenge(), prompt: 'none', response_mode: 'fragment' })],
  ['an error in a form', () => ({ ...challenge(), prompt: 'none', response_mode: 'form_post' })],
] as const

describe('a link to us that leads on to a stranger', () => {
  test.each(FAULTS)(
    'a link with %s answers 400 without redirecting, whether signed in or not',
    async (_, given) => {
      for (const session of [undefined, member]) {
        const answer = await browserOf(session)(authorizePath(attacker.id, given()))
        const text = await answer.text()
        expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
        expect(text).toContain('This did not work')
        expect(text).not.toContain('<form')
      }
    },
  )

  test('giving up the sign-in returns to our own authorisation page, not to the application', async () => {
    const browser = browserOf()
    const page = await follow(browser, authorizePath(attacker.id, challenge()))
    const end = await follow(browser, `${new URL(page, all.accounts.url).pathname}/deny`, 'POST')
    expect(end.startsWith(BACK)).toBe(false)
    expect(end).toContain('/oauth/authorize/')
  })

  test('denying consent on the page redirects to the application with access_denied', async () => {
    const browser = browserOf(member)
    const page = await follow(browser, authorizePath(attacker.id, challenge()))
    const end = await follow(browser, `${new URL(page, all.accounts.url).pathname}/deny`, 'POST')
    expect(new URL(end).searchParams.get('error')).toBe('access_denied')
  })

  test("an application with the member's consent receives the error of prompt=none", async () => {
    const partner = await all.owner('partner@usher.test')
    const app = (await partner.call('POST', '/account/oauth-clients', { body: APP })).body
    await connect(app, member)
    const end = await follow(browserOf(member), authorizePath(app.id, { ...challenge(), prompt: 'none' }))
    expect(new URL(end).searchParams.get('error')).toMatch(/_required$/)
  })
})
