import { ALL_SCOPES, credentialLookup, NEWEST_API_VERSION } from '@usher/contracts'
import { generateApiKey, signCaller } from '@usher/service-kit'
import { createCallers, startOnce, until } from '@usher/test-kit'
import { privateKey, startWithKey } from './support/start.ts'

const shared = startOnce(startWithKey)

/** How far the database's clock, which the service goes by, may be from this process's, in ms. */
const SKEW_MS = 1_000

describe('resolving a key', () => {
  test('gives the gateway the organisation, scopes, plan and settings of a valid key', async () => {
    const all = await shared()
    const { status, body } = await all.resolve(all.key.api_key)
    expect(status).toBe(200)
    expect(credentialLookup.answer.parse(body)).toEqual({
      organization_id: all.organization._id,
      actor: all.key.id,
      revoked_with: [all.key.id],
      scopes: ALL_SCOPES,
      plan: 'standard',
      early_access: false,
      country: 'DE',
      timezone: 'UTC',
      expires_at: null,
      api_version: NEWEST_API_VERSION,
    })
  })

  test('records the time of last use', async () => {
    await using all = await startWithKey()
    const keys = all.database.collection<{ _id: string; last_used_at: Date | null }>('api_keys')
    const lastUsed = async () => (await keys.findOne({ _id: all.key.id }))?.last_used_at ?? undefined
    expect(await lastUsed()).toBeUndefined()
    const before = Date.now() - SKEW_MS
    await all.resolve(all.key.api_key)
    const at = (await until('the use to be noted', lastUsed)).getTime()
    expect([at >= before, at <= Date.now() + SKEW_MS]).toEqual([true, true])
  })

  test('answers 404 for a key that is unknown, revoked, expired or without an organisation', async () => {
    await using all = await startWithKey()
    expect((await all.resolve(generateApiKey())).status).toBe(404)

    const keys = all.database.collection<{ _id: string }>('api_keys')
    const statusWith = async (change: object) => {
      await keys.updateOne({ _id: all.key.id }, { $set: change })
      return (await all.resolve(all.key.api_key)).status
    }
    expect(await statusWith({ expires_at: new Date(Date.now() - 1) })).toBe(404)
    expect(await statusWith({ expires_at: new Date(Date.now() + 60_000) })).toBe(200)
    expect(await statusWith({ organization_id: 'org_gone' })).toBe(404)
    expect(await statusWith({ organization_id: all.organization._id, revoked_at: new Date() })).toBe(404)
  })

  test('answers 401 to tokens that are not signed by the gateway for itself', async () => {
    const all = await shared()
    const stranger = createCallers()
    const callerToken = createCallers().sign(stranger.caller())
    // The last is a token of the gateway's, but one that speaks for a caller.
    const tokens = [
      '',
      'x',
      callerToken,
      signCaller(null, stranger.privateKey),
      signCaller(stranger.caller(), privateKey),
    ]
    for (const token of tokens) expect((await all.resolve(all.key.api_key, token)).status).toBe(401)
  })

  test('answers 400 for a malformed hash', async () => {
    const all = await shared()
    const headers = {
      authorization: `Bearer ${signCaller(null, privateKey)}`,
      'content-type': 'application/json',
    }
    for (const body of ['{', '{}', '{"sha256":{"$ne":""}}', '{"sha256":"abc"}']) {
      const url = `${all.accounts.url}/internal/credentials/resolve`
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(400)
    }
  })
})
