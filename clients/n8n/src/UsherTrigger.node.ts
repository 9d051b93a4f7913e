import { events, version } from 'virtual:usher-description'
import { verifyWebhook, WebhookVerificationError } from '@usher/sdk'
import type { HookFunctions, NodeDescription, WebhookFunctions } from './n8n.ts'

const ENDPOINTS = '/v1/webhook-endpoints'

/** Starts a workflow when something happens in Usher. */
export class UsherTrigger {
  readonly description: NodeDescription = {
    displayName: 'Usher Trigger',
    name: 'usherTrigger',
    icon: 'file:usher.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in Usher',
    defaults: { name: 'Usher Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'usherApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'usher' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: [],
        options: events,
        description: 'What starts the workflow',
      },
    ],
  }

  /** Registers an endpoint while the workflow is active, or is tried out. */
  readonly webhookMethods = {
    default: {
      checkExists(this: HookFunctions) {
        return isRegistered(this)
      },
      create(this: HookFunctions) {
        return register(this)
      },
      delete(this: HookFunctions) {
        return remove(this)
      },
    },
  }

  /** Starts the workflow with a delivery, if its signature is right. */
  async webhook(this: WebhookFunctions) {
    const { rawBody = Buffer.alloc(0), headers } = this.getRequestObject()
    const { secret } = this.getWorkflowStaticData('node')
    try {
      const event = verifyWebhook(rawBody, headers, String(secret))
      return { workflowData: [[{ json: { ...event, delivery_id: headers['webhook-id'] } }]] }
    } catch (error) {
      if (!(error instanceof WebhookVerificationError || error instanceof TypeError)) throw error
      this.getResponseObject().status(400).json({ message: 'The signature is not that of the endpoint.' })
      return { noWebhookResponse: true }
    }
  }
}

interface Endpoint {
  readonly id: string
  readonly url: string
  readonly secret: string
  /** Why Usher has disabled it; null: it has not. */
  readonly disabled_reason: string | null
}

/** What n8n keeps of the endpoint. */
const storeOf = (n8n: HookFunctions) => n8n.getWorkflowStaticData('node')

async function ask(n8n: HookFunctions, method: string, url: string, body?: object): Promise<unknown> {
  const { baseUrl } = await n8n.getCredentials('usherApi')
  const request = { method, baseURL: String(baseUrl), url, json: true as const, ...(body && { body }) }
  return await n8n.helpers.httpRequestWithAuthentication.call(n8n, 'usherApi', request)
}

async function isRegistered(n8n: HookFunctions): Promise<boolean> {
  const { id } = storeOf(n8n)
  if (typeof id !== 'string') return false
  try {
    const { url, disabled_reason } = (await ask(n8n, 'GET', `${ENDPOINTS}/${id}`)) as Endpoint
    if (url !== n8n.getNodeWebhookUrl('default')) return false
    // Usher disabled it while n8n was down: the workflow would be active but receive nothing.
    if (disabled_reason !== null) await ask(n8n, 'PATCH', `${ENDPOINTS}/${id}`, { enabled: true })
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

async function register(n8n: HookFunctions): Promise<boolean> {
  const url = n8n.getNodeWebhookUrl('default')
  const body = { url, event_types: n8n.getNodeParameter('events'), description: 'n8n', api_version: version }
  const { id, secret } = (await ask(n8n, 'POST', ENDPOINTS, body)) as Endpoint
  Object.assign(storeOf(n8n), { id, secret })
  return true
}

async function remove(n8n: HookFunctions): Promise<boolean> {
  const store = storeOf(n8n)
  const { id } = store
  if (typeof id !== 'string') return true
  await ask(n8n, 'DELETE', `${ENDPOINTS}/${id}`).catch((error) => {
    if (!isGone(error)) throw error
  })
  delete store.id
  delete store.secret
  return true
}

/** Whether somebody has removed the endpoint in Usher. */
const isGone = (error: unknown): boolean => {
  const { httpCode, statusCode, response } = error as {
    readonly httpCode?: string
    readonly statusCode?: number
    readonly response?: { readonly status?: number }
  }
  return [httpCode, statusCode, response?.status].some((status) => Number(status) === 404)
}
