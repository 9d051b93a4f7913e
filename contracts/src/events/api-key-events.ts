import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineEvent } from './define-event.ts'

/** An API key was created. */
export const apiKeyCreated = defineEvent({
  type: 'api_key.created',
  version: 1,
  producer: 'accounts',
  summary: 'An API key was created',
  data: z.object({ id: idOf('apiKey'), name: z.string(), scopes: z.array(z.string()) }),
})

/** An API key is no longer valid; caches must evict it. */
export const apiKeyRevoked = defineEvent({
  type: 'api_key.revoked',
  version: 1,
  producer: 'accounts',
  summary: 'An API key was revoked',
  data: z.object({ id: idOf('apiKey') }),
})

/** An API key has another version of the API or another name; caches must look it up again. */
export const apiKeyUpdated = defineEvent({
  type: 'api_key.updated',
  version: 1,
  producer: 'accounts',
  summary: 'An API key was changed',
  data: z.object({ id: idOf('apiKey') }),
})
