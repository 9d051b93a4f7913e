/**
 * What the nodes use of n8n. Its own types are in `n8n-workflow`, whose licence is not for shipping; n8n looks at the shape of
 * what it loads, not at its types.
 */

/** A field of a form, as n8n shows it. */
export interface Field {
  readonly displayName: string
  readonly name: string
  readonly type: string
  readonly default: unknown
  readonly required?: boolean
  readonly description?: string
  readonly placeholder?: string
  readonly noDataExpression?: boolean
  readonly typeOptions?: Readonly<Record<string, unknown>>
  readonly options?: readonly Readonly<Record<string, unknown>>[]
  readonly displayOptions?: { readonly show: Readonly<Record<string, readonly unknown[]>> }
  readonly routing?: Readonly<Record<string, unknown>>
}

/** What a node is called, and how it is filled in. */
export interface NodeDescription {
  readonly displayName: string
  readonly name: string
  readonly icon: string
  readonly group: readonly string[]
  readonly version: number
  readonly subtitle: string
  readonly description: string
  readonly defaults: { readonly name: string }
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly usableAsTool?: true
  readonly credentials: readonly Readonly<Record<string, unknown>>[]
  readonly requestDefaults?: Readonly<Record<string, unknown>>
  readonly webhooks?: readonly Readonly<Record<string, unknown>>[]
  readonly properties: readonly Field[]
}

interface Request {
  readonly method: string
  readonly baseURL: string
  readonly url: string
  readonly body?: object
  readonly json: true
}

/** What n8n binds to the functions of a trigger while a workflow is switched on or off. */
export interface HookFunctions {
  getNodeParameter(name: string): unknown
  getNodeWebhookUrl(name: 'default'): string | undefined
  /** Kept with the workflow, for this node. */
  getWorkflowStaticData(type: 'node'): Record<string, unknown>
  getCredentials(name: string): Promise<Readonly<Record<string, unknown>>>
  readonly helpers: {
    httpRequestWithAuthentication(this: HookFunctions, credential: string, request: Request): Promise<unknown>
  }
}

/** What n8n binds to the function of a trigger that takes a webhook. */
export interface WebhookFunctions {
  getRequestObject(): { readonly rawBody?: Buffer; readonly headers: Readonly<Record<string, string>> }
  getResponseObject(): { status(code: number): { json(body: object): void } }
  getWorkflowStaticData(type: 'node'): Record<string, unknown>
}
