import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineEvent } from './define-event.ts'

/** What an application may do has changed; whoever cached it must ask again. */
export const oauthClientUpdated = defineEvent({
  type: 'oauth_client.updated',
  version: 1,
  producer: 'accounts',
  summary: 'An OAuth application was changed',
  data: z.object({ id: idOf('oauthClient') }),
})

/** An application is gone, and every token of it. */
export const oauthClientDeleted = defineEvent({
  type: 'oauth_client.deleted',
  version: 1,
  producer: 'accounts',
  summary: 'An OAuth application was removed',
  data: z.object({ id: idOf('oauthClient') }),
})

/** An access token ended before its time; whoever cached it must forget it. */
export const oauthTokenRevoked = defineEvent({
  type: 'oauth_token.revoked',
  version: 1,
  producer: 'accounts',
  summary: 'An OAuth access token was revoked',
  data: z.object({ id: z.string().meta({ description: 'SHA-256 of the jti of the token, in hex' }) }),
})
