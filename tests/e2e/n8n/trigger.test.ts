import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '@usher/local'
import { startReceiver, until } from '@usher/test-kit'
import type { HookFunctions } from '../../../clients/n8n/src/n8n.ts'
import type { UsherTrigger } from '../../../clients/n8n/src/UsherTrigger.node.ts'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'

let usher: Usher
let trigger: UsherTrigger
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  usher = cleanup.use(await useSharedUsher())
  const folder = await mkdtemp(join(tmpdir(), 'usher-n8n-'))
  cleanup.defer(() => rm(folder, { recursive: true }))
  await promisify(execFile)(process.execPath, [join(repository, 'clients/n8n/tools/build.ts'), folder])
  const built = createRequire(import.meta.url)(join(folder, 'dist/UsherTrigger.node.js'))
  trigger = new built.UsherTrigger()
})
afterAll(() => cleanup.disposeAsync())

/** What n8n gives the functions of a trigger, with requests to the running Usher. */
function asN8n(url: string): { store: Record<string, unknown>; n8n: HookFunctions } {
  const store: Record<string, unknown> = {}
  const { demo, stack } = usher
  const n8n: HookFunctions = {
    getNodeParameter: () => ['guest.added'],
    getNodeWebhookUrl: () => url,
    getWorkflowStaticData: () => store,
    getCredentials: async () => ({ baseUrl: stack.url, apiKey: demo.api_key }),
    helpers: {
      async httpRequestWithAuthentication(_, { method, url: path, body }) {
        const { status, body: answer } = await usher.api(method as 'GET', path, body ? { body } : {})
        if (status >= 400) throw Object.assign(new Error(), { httpCode: String(status) })
        return answer
      },
    },
  }
  return { store, n8n }
}

describe('the trigger of an active workflow', () => {
  test('receives events again when n8n starts after Usher disabled its endpoint', async () => {
    await using receiver = await startReceiver()
    const { store, n8n } = asN8n(receiver.url)
    const { checkExists, create, delete: remove } = trigger.webhookMethods.default
    expect(await checkExists.call(n8n)).toBe(false)
    await create.call(n8n)
    const endpoint = async () => (await usher.api('GET', `/v1/webhook-endpoints/${store.id}`)).body
    expect(await checkExists.call(n8n)).toBe(true)

    receiver.answers.push(410)
    await usher
      .api('POST', '/v1/queues', { body: { name: 'n8n' } })
      .then(({ body }) => usher.api('POST', `/v1/queues/${body.id}/guests`, { body: { name: 'Ada' } }))
    await until('the endpoint is disabled', async () => !(await endpoint()).enabled)
    expect(await checkExists.call(n8n)).toBe(true)
    expect(await endpoint()).toMatchObject({ enabled: true, disabled_reason: null })

    await usher.api('PATCH', `/v1/webhook-endpoints/${store.id}`, { body: { enabled: false } })
    expect(await checkExists.call(n8n)).toBe(true)
    expect(await endpoint()).toMatchObject({ enabled: false })
    await remove.call(n8n)
    expect(store).toEqual({})
  })

  test('registers its endpoint again after it was deleted, and can be deactivated without it', async () => {
    await using receiver = await startReceiver()
    const { store, n8n } = asN8n(receiver.url)
    const { checkExists, create, delete: remove } = trigger.webhookMethods.default
    await create.call(n8n)
    await usher.api('DELETE', `/v1/webhook-endpoints/${store.id}`)
    expect(await checkExists.call(n8n)).toBe(false)
    expect(await remove.call(n8n)).toBe(true)
  })
})

describe('the trigger of an inactive workflow', () => {
  test('refuses a delivery signed with the text of a missing secret', async () => {
    const answers: [number, object][] = []
    const rawBody = Buffer.from('{"event":"guest.added"}')
    const taken = await trigger.webhook.call({
      getRequestObject: () => ({
        rawBody,
        headers: { 'webhook-id': 'dlv_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AA' },
      }),
      getResponseObject: () => ({ status: (code) => ({ json: (body) => void answers.push([code, body]) }) }),
      getWorkflowStaticData: () => ({}),
    })
    expect(taken).toEqual({ noWebhookResponse: true })
    expect(answers).toEqual([
      [400, expect.objectContaining({ message: expect.stringContaining('signature') })],
    ])
  })
})
