import { type MessageProvider, ROLES } from '@usher/contracts'
import { type Client, startFakeTwilio, until } from '@usher/test-kit'
import { startHarness } from './harness.ts'

/** Of a provider of the kind http. */
export const HTTP_SECRET = `whsec_${Buffer.alloc(32, 'secret').toString('base64')}`

/** What sets up a provider of that kind. */
export const ofHttp = (url: string) => ({
  ...{ kind: 'http', name: 'Own', settings: { url }, credentials: { secret: HTTP_SECRET } },
})

const PATH = '/account/message-providers'

/** Sets a provider up. */
export async function givenProvider(api: Client, body: object): Promise<MessageProvider> {
  const { status, body: made } = await api('POST', PATH, { body })
  if (status !== 201) throw new Error(`the provider was answered ${status}: ${made.detail}`)
  return made
}

/** The service, an organisation's manager, and a local Twilio that is set up for them. */
export async function startWithTwilio(options: Parameters<typeof startFakeTwilio>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const harness = stack.use(await startHarness())
  let target = ''
  const route = (url: string) => ({
    url: url.replace(harness.config.publicUrl, target),
    headers: harness.gateway(),
  })
  const twilio = stack.use(await startFakeTwilio({ route, ...options }))
  const service = await harness.start({ twilioApiUrl: twilio.url, sandbox: false })
  // The first one does not know the local Twilio, and would take messages, too.
  await harness.service[Symbol.asyncDispose]()
  target = service.url
  const manager = (given: Parameters<typeof harness.client>[0] = {}) =>
    harness.client({ scopes: [...ROLES.manager], ...given }, service.url)
  const api = manager()
  const provider = await givenProvider(api, twilio.provider)
  return {
    ...{ harness, twilio, service, api, manager, provider },
    /** The first message that Twilio has accepted. */
    accepted: () => until('a message at Twilio', async () => twilio.messages[0]),
    eventsOf: (id: string) => harness.events.of(id).map(({ type }) => type),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
