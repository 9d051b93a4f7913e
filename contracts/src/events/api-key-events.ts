import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineEvent } from './define-event.ts'

/** A key stopped being valid; whoever cached it must forget it. */
export const apiKeyRevoked = defineEvent({
  type: 'api_key.revoked',
  version: 1,
  producer: 'accounts',
  summary: 'An API key was revoked',
  data: z.object({ id: idOf('apiKey') }),
})
