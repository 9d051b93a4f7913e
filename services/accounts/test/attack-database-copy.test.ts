import jwt from 'jsonwebtoken'
import { APP, oauthOf } from './support/oauth.ts'
import { deviceOf, PASSWORD, startWithPeople } from './support/people.ts'

const INVITATION = { email: 'bob@usher.test', role: 'host' }

/** What opens something and is told by accounts, each once, by what it is. */
async function tellCredentials(all: Awaited<ReturnType<typeof startWithPeople>>) {
  const oauth = oauthOf(() => all)
  const { call, token } = await all.owner('ada@usher.test')
  const post = async (path: string, body: object) =>
    (await call('POST', path, { body, headers: { 'idempotency-key': path } })).body
  const app = await post('/account/oauth-clients', APP)
  const { code, verifier } = await oauth.consent(app, token)
  const { access_token = '', refresh_token } = await oauth.exchange(app, code, verifier)
  return {
    password: PASSWORD,
    session: token,
    device: deviceOf(await all.signIn('ada@usher.test')),
    key: (await post('/account/api-keys', { name: 'Key', scopes: ['queues:read'] })).api_key,
    invitation: (await post('/account/invitations', INVITATION)).token,
    clientSecret: app.client_secret,
    code,
    refreshToken: refresh_token,
    accessToken: jwt.decode(access_token, { json: true })?.jti,
  }
}

test('a copy of the database holds no password, token, code or key in plain text', async () => {
  await using all = await startWithPeople()
  const credentials = await tellCredentials(all)
  const collections = (await all.database.db?.collections()) ?? []
  const dump = JSON.stringify(await Promise.all(collections.map((one) => one.find().toArray())))
  expect(dump).toContain('ada@usher.test')
  const found = Object.entries(credentials).filter(([, value]) => !value || dump.includes(value))
  expect(found).toEqual([])
})
