import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineEvent } from './define-event.ts'

/** There is a new key. */
export const apiKeyCreated = defineEvent({
  type: 'api_key.created',
  version: 1,
  producer: 'accounts',
  summary: 'An API key was created',
  data: z.object({ id: idOf('apiKey'), name: z.string(), scopes: z.array(z.string()) }),
})

/** A key stopped being valid; whoever cached it must forget it. */
export const apiKeyRevoked = defineEvent({
  type: 'api_key.revoked',
  version: 1,
  producer: 'accounts',
  summary: 'An API key was revoked',
  data: z.object({ id: idOf('apiKey') }),
})
