import { z } from 'zod'
import { callerSchema } from './caller.ts'
import { idOf } from './ids.ts'
import { timestamp } from './text.ts'
import { shownVersion } from './versions/api-versions.ts'

/**
 * How the gateway asks accounts for the caller of an API key, session or access token: a POST, answered with 404 if
 * it does not exist, was revoked or has expired. Internal: no public operation, and only the gateway may ask.
 */
export const credentialLookup = {
  path: '/internal/credentials/resolve',
  body: z.strictObject({
    kind: z.enum(['api_key', 'session', 'access_token']).default('api_key'),
    livemode: z
      .boolean()
      .default(true)
      .meta({ description: 'false: who the session calls as when it shows test data' }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description: 'SHA-256 of the whole key or session token, or of the jti of an access token, in hex',
      }),
  }),
  answer: z.object({
    ...callerSchema.shape,
    on_behalf_of: idOf('member')
      .exactOptional()
      .meta({ description: 'The member who let the application act; absent: nobody, or no application' }),
    api_version: shownVersion.optional().meta({
      description: 'Version of the API that it gets by default; absent for sessions, whose pages name theirs',
    }),
    expires_at: timestamp.nullable().meta({ description: 'When the credential ends; null: never' }),
    revoked_with: z
      .array(z.string())
      .meta({ description: 'Subjects of the events that end or change the credential before' }),
  }),
}

export type CredentialKind = z.infer<typeof credentialLookup.body>['kind']

export type Credential = z.infer<typeof credentialLookup.answer>
