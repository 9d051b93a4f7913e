import { apiClient, openClient, sessionClient, until } from '@usher/test-kit'
import { connectAgent } from './mcp/agent.ts'
import { connectPerson } from './mcp/connect-person.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let url: string
beforeAll(async () => {
  usher = await useSharedUsher()
  url = usher.stack.url
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

const post = (headers: Record<string, string> = {}) =>
  openClient(url)('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream', ...headers },
  })

describe('an MCP agent that knows only the address', () => {
  test('learns from the 401 without a credential where to sign in', async () => {
    const refused = await post()
    expect(refused.status).toBe(401)
    const address = `${url}/.well-known/oauth-protected-resource/mcp`
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="usher", resource_metadata="${address}"`,
    )
    const { body } = await openClient(url)('GET', '/.well-known/oauth-protected-resource/mcp')
    expect(body).toEqual({
      resource: `${url}/mcp`,
      resource_name: 'Usher',
      authorization_servers: [url],
      scopes_supported: expect.arrayContaining(['queues:read', 'guests:write', 'bookings:write']),
      bearer_methods_supported: ['header'],
    })
    const { body: server } = await openClient(url)('GET', '/.well-known/oauth-authorization-server')
    expect(server).toMatchObject({
      ...{ issuer: url, registration_endpoint: `${url}/oauth/register` },
      code_challenge_methods_supported: ['S256'],
    })
  })

  test("uses the tools with its person's consent, bookings included, but no other API", async () => {
    const { accessToken } = await connectPerson(url, usher.demo)
    await using agent = await connectAgent(url, accessToken)
    expect(await agent.tools()).toContain('create_booking')
    const { result: services } = await agent.use('list_service_types')
    const [{ id: service_type_id }] = services.data
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const { result: free } = await agent.use('find_free_times', {
      ...{ service_type_id, from: day(1), to: day(20) },
    })
    const [first, second] = free.data
    const { result: booking } = await agent.use('create_booking', {
      ...{ service_type_id, start: first.start, customer: { name: 'Ada' } },
    })
    expect(booking).toMatchObject({ start: first.start, customer: { name: 'Ada' } })
    expect(booking).not.toHaveProperty('manage_url')
    const booking_id = booking.id
    const { result: moved } = await agent.use('move_booking', { booking_id, start: second.start })
    expect(moved.start).toBe(second.start)
    const { result: listed } = await agent.use('list_bookings', { from: day(1), limit: 100 })
    expect(listed.data.map(({ id }: { id: string }) => id)).toContain(booking_id)
    const { result: cancelled } = await agent.use('cancel_booking', { booking_id, reason: 'Ill' })
    expect(cancelled).toMatchObject({ status: 'cancelled', cancel_reason: 'Ill' })
    // Its token is for the MCP server alone (RFC 8707).
    expect((await apiClient(url, accessToken)('GET', '/v1/queues')).status).toBe(401)
  })

  test('sees only the tools of the allowed scope, and a refusal names the missing scope', async () => {
    const { accessToken } = await connectPerson(url, usher.demo, { scope: 'queues:read' })
    await using agent = await connectAgent(url, accessToken)
    expect(await agent.tools()).toEqual(['list_queues', 'find_shortest_line', 'get_queue_statistics'])
    const queue_id = (await usher.api('POST', '/v1/queues', { body: { name: 'Bar' } })).body.id
    expect((await agent.use('add_guest', { queue_id, name: 'Ada' })).refusal).toBe(
      'The tool add_guest needs the scope guests:write, which this credential does not have. Ask the person to connect with it.',
    )
  })

  test('receives 401 after the person has removed it in the dashboard', async () => {
    const { accessToken, clientId } = await connectPerson(url, usher.demo, { name: 'Taken back' })
    expect((await post({ authorization: `Bearer ${accessToken}` })).status).toBe(200)
    const owner = await sessionClient(url, usher.demo)
    const { data } = (await owner('GET', '/account/oauth-clients?limit=100')).body
    expect(data).toContainEqual(expect.objectContaining({ id: clientId, name: 'Taken back' }))
    expect((await owner('DELETE', `/account/oauth-clients/${clientId}`)).status).toBe(204)
    const isRefused = async () => (await post({ authorization: `Bearer ${accessToken}` })).status === 401
    expect(await until('the refusal', isRefused)).toBe(true)
  })
})
