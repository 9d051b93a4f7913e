import { randomBytes } from 'node:crypto'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { NEWEST_API_VERSION, operations } from '@usher/contracts'
import { seal } from '@usher/service-kit'
import fc from 'fast-check'
import { createSigner } from '../pipeline/webhook-request.ts'
import { openHeaders, redactAnswer, redactHeaders, sealHeaders } from './custom-headers.ts'
import { newEndpoint } from './endpoint.ts'
import { newWebhookSecret } from './endpoint-secrets.ts'

const secretKeys = [{ id: 'test', key: randomBytes(32) }]
const sealedSecret = seal(newWebhookSecret(), secretKeys)
const url = 'https://example.com'
const now = new Date('2026-01-01T12:00:00Z')

const withHeaders = (headers: Record<string, string>) =>
  newEndpoint(
    { url },
    {
      id: 'whk_1',
      organizationId: 'org_1',
      sealedSecret,
      sealedHeaders: sealHeaders(headers, secretKeys),
      version: NEWEST_API_VERSION,
      now,
    },
  )

const sign = createSigner({ secretKeys })

const requestOf = (headers: Record<string, string>) =>
  sign({ _id: 'dlv_1', body: '{}', sequence: 1, api_version: NEWEST_API_VERSION }, withHeaders(headers), now)

const ours = requestOf({}).headers

/** Mostly what is accepted, with names and values near the edges of it. */
const anyName = fc.oneof(
  fc.stringMatching(/^[!#$%&'*+.^_`|~\dA-Za-z-]{1,12}$/),
  fc.constantFrom(...Object.keys(ours), 'X-A', 'x-a', 'Host', 'TE', '__proto__', 'constructor'),
  fc.string({ maxLength: 5 }),
)
const anyHeaders = fc.dictionary(anyName, fc.oneof(fc.stringMatching(/^[ -~]{1,20}$/), fc.string()), {
  maxKeys: 5,
})

describe('custom headers that the contract accepts', () => {
  test('are valid, sent with the delivery, and change none of our own headers', () => {
    let accepted = 0
    fc.assert(
      fc.property(anyHeaders, (headers) => {
        if (!operations.createWebhookEndpoint.body.safeParse({ url, headers }).success) return
        accepted += Object.keys(headers).length > 0 ? 1 : 0
        const sent = requestOf(headers).headers
        for (const [name, value] of Object.entries(sent)) {
          validateHeaderName(name)
          validateHeaderValue(name, value)
        }
        expect(sent).toMatchObject(ours)
        for (const [name, value] of Object.entries(headers)) expect(sent[name.toLowerCase()]).toBe(value)
      }),
      { numRuns: 500 },
    )
    expect(accepted).toBeGreaterThan(50)
  })

  test('are shown without their values', () => {
    const endpoint = withHeaders({ 'X-Key': 'their-secret' })
    const shown = redactHeaders({ ...openHeaders(endpoint, secretKeys), ...ours }, endpoint)
    expect(JSON.stringify(shown)).not.toContain('their-secret')
    expect(shown).toHaveLength(Object.keys(ours).length + 1)
  })

  test('are hidden in the logged answer of a receiver that echoes them', () => {
    const endpoint = withHeaders({
      authorization: 'Bearer their-secret',
      'x-key': 'a"second"secret',
      'x-till': '7',
    })
    const sent = openHeaders(endpoint, secretKeys)
    const body = `${JSON.stringify(sent)} 7 their-secret`
    const shown = redactAnswer(
      { status: 200, headers: { 'x-echo': 'a"second"secret' }, body },
      sent,
      endpoint,
    )
    expect(JSON.stringify(shown)).not.toMatch(/their-secret|second/)
    expect(shown).toMatchObject({ status: 200, headers: { 'x-echo': '[hidden]' } })
    expect(shown?.body).toContain(' 7 [hidden]')
  })
})
