import { baseUrl } from './base-url.ts'
import type { Field } from './n8n.ts'

/** An API key of Usher. */
export class UsherApi {
  readonly name = 'usherApi'
  readonly displayName = 'Usher API'
  readonly properties: readonly Field[] = [
    baseUrl,
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      placeholder: 'usk_…',
      description: 'Begins with usk_, for test data with usk_test_',
    },
  ]
  readonly authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  }
  readonly test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/v1/queues?limit=1' } }
}
