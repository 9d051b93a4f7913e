import { randomUUID } from 'node:crypto'
import type { N8n } from './start-n8n.ts'

interface Step {
  readonly name: string
  readonly type: string
  readonly typeVersion: number
  readonly parameters: object
  readonly credentials?: object
  readonly webhookId?: string
  readonly onError?: 'continueRegularOutput'
}

/** Makes a workflow of steps that follow each other, and switches it on. */
export async function activate(
  n8n: N8n,
  name: string,
  steps: readonly Step[],
): Promise<{ readonly id: string }> {
  const nodes = steps.map((step, index) => ({ ...step, id: randomUUID(), position: [index * 200, 0] }))
  const connections = Object.fromEntries(
    steps
      .slice(1)
      .map(({ name: node }, index) => [steps[index]?.name, { main: [[{ node, type: 'main', index: 0 }]] }]),
  )
  const settings = { executionOrder: 'v1' }
  const made = await n8n.call('POST', '/rest/workflows', { name, nodes, connections, settings })
  const { id, versionId } = made
  await n8n.call('POST', `/rest/workflows/${id}/activate`, { versionId })
  return { id }
}

/** Something outside that starts a workflow with a POST to `/webhook/{path}`, and gets the last step's items. */
export const httpStart = (path: string): Step => ({
  ...{ name: 'HTTP', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: randomUUID() },
  parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'allEntries' },
})

/** Sends each item to an address. */
export const httpEnd = (url: string): Step => ({
  ...{ name: 'Tell', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
  parameters: {
    ...{ method: 'POST', url, sendBody: true, specifyBody: 'json' },
    jsonBody: '={{ JSON.stringify($json) }}',
  },
})

type Credentials = Readonly<Record<string, { readonly id: string; readonly name: string }>>

export const usher = (credentials: Credentials, parameters: object): Step => ({
  ...{ name: 'Usher', type: 'n8n-nodes-usher.usher', typeVersion: 1, parameters, credentials },
})

export const usherStart = (credentials: Credentials, events: readonly string[]): Step => ({
  ...{ name: 'Start', type: 'n8n-nodes-usher.usherTrigger', typeVersion: 1, webhookId: randomUUID() },
  ...{ parameters: { events }, credentials },
})
