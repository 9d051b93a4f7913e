import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineEvent } from './define-event.ts'

/** An application's permissions changed; caches must look them up again. */
export const oauthClientUpdated = defineEvent({
  type: 'oauth_client.updated',
  version: 1,
  producer: 'accounts',
  summary: 'An OAuth application was changed',
  data: z.object({ id: idOf('oauthClient') }),
})

/** An application was deleted, with all its tokens. */
export const oauthClientDeleted = defineEvent({
  type: 'oauth_client.deleted',
  version: 1,
  producer: 'accounts',
  summary: 'An OAuth application was removed',
  data: z.object({ id: idOf('oauthClient') }),
})

/** An access token was revoked; caches must evict it. */
export const oauthTokenRevoked = defineEvent({
  type: 'oauth_token.revoked',
  version: 1,
  producer: 'accounts',
  summary: 'An OAuth access token was revoked',
  data: z.object({ id: z.string().meta({ description: 'SHA-256 of the jti of the token, in hex' }) }),
})
