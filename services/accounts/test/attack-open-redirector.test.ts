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
    'given %s, then nobody is sent on, signed in or not: a page says where the link would lead',
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

  test('given somebody who gives up signing in, then a page of ours offers the way back', async () => {
    const browser = browserOf()
    const page = await follow(browser, authorizePath(attacker.id, challenge()))
    const end = await follow(browser, `${new URL(page, all.accounts.url).pathname}/deny`, 'POST')
    expect(end.startsWith(BACK)).toBe(false)
    expect(end).toContain('/oauth/authorize/')
  })

  test('given somebody who does not consent, having read where they go, then they are sent back', async () => {
    const browser = browserOf(member)
    const page = await follow(browser, authorizePath(attacker.id, challenge()))
    const end = await follow(browser, `${new URL(page, all.accounts.url).pathname}/deny`, 'POST')
    expect(new URL(end).searchParams.get('error')).toBe('access_denied')
  })

  test('given an application that the organisation has let in, then it hears of errors', async () => {
    const partner = await all.owner('partner@usher.test')
    const app = (await partner.call('POST', '/account/oauth-clients', { body: APP })).body
    await connect(app, member)
    const end = await follow(browserOf(member), authorizePath(app.id, { ...challenge(), prompt: 'none' }))
    expect(new URL(end).searchParams.get('error')).toMatch(/_required$/)
  })
})
