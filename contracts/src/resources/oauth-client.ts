import { z } from 'zod'
import { applicationName } from '../application-name.ts'
import { havingSuch } from '../having.ts'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { apiScopeSchema } from '../scopes.ts'
import { timestamp } from '../text.ts'
import { chosenVersion, shownVersion } from '../versions/api-versions.ts'
import { isLocalAddress, WEB_PATTERN } from '../web-address.ts'
import { apiScopes } from './api-key.ts'

/** https, or http to the user's own machine (RFC 8252 §7.3, OAuth 2.0 Security BCP, RFC 9700 §2.6); no fragment. Pages name the host in their Content-Security-Policy. */
const redirectUri = z
  .url({ error: 'must be a URL', abort: true })
  .max(2_000)
  .refine(isRedirectUri, {
    error:
      'must be https (http only to localhost), without a fragment, credentials and control characters; the host without ; , * or an apostrophe',
    params: { code: 'redirect_uri' },
  })
  .meta({
    description: 'https, or http to localhost; without fragment and credentials',
    pattern: `${WEB_PATTERN}[^#]*$`,
  })

function isRedirectUri(text: string): boolean {
  const { protocol, hostname, hash, username, password } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocalAddress(text))
  const isPlain = !/[;,*'\p{Cc}]/u.test(hostname) && !/\p{Cc}/u.test(text)
  return isSafe && isPlain && hash === '' && !text.endsWith('#') && username === '' && password === ''
}

const clientType = z
  .enum(['confidential', 'public'])
  .meta({ id: 'OAuthClientType', description: 'public: an app that can keep no secret' })

const fields = {
  name: applicationName.meta({ description: 'Shown to people who are asked for their consent' }),
  redirect_uris: z
    .array(redirectUri)
    .max(20)
    .refine((uris) => new Set(uris).size === uris.length, { error: 'must not repeat a URL' })
    .meta({
      description: 'Where people are sent back to after consent; none: client credentials only',
      uniqueItems: true,
    }),
  scopes: apiScopes.meta({ description: 'The most that a token may have' }),
}

const PIN = 'Version of the API for requests with its tokens that name none'

const pinned = chosenVersion.exactOptional()

export const oauthClientCreateSchema = z
  .strictObject({
    ...fields,
    redirect_uris: fields.redirect_uris.default([]),
    api_version: pinned.meta({ description: `${PIN}; left out: the newest` }),
    type: clientType.default('confidential').meta({
      description: 'public: an app that can keep no secret; it needs redirect_uris and uses PKCE',
    }),
  })
  .refine(({ type, redirect_uris }) => type === 'confidential' || redirect_uris.length > 0, {
    error: 'must name at least one URL for a public client',
    path: ['redirect_uris'],
  })
  .meta({
    id: 'OAuthClientCreate',
    if: havingSuch({ type: { const: 'public' } }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: havingSuch({ redirect_uris: { minItems: 1 } }),
  })

export const oauthClientUpdateSchema = z
  .strictObject({ ...exactPartial(fields), api_version: pinned.meta({ description: PIN }) })
  .meta({ id: 'OAuthClientUpdate' })

export const oauthClientSchema = z
  .object({
    id: idOf('oauthClient').meta({ description: 'The client_id' }),
    name: z.string().describe('Shown to people who are asked for their consent'),
    type: clientType,
    redirect_uris: z.array(z.string()).describe('Where people are sent back to after consent'),
    scopes: z.array(apiScopeSchema).describe('The most that a token may have'),
    api_version: shownVersion.meta({ description: PIN }),
    self_registered: z
      .boolean()
      .describe(
        'Whether it registered itself (RFC 7591), as agents do: it chose its name, and nobody vouches for it',
      ),
    created_by: z.string().describe('Id of the member, or the operator'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'OAuthClient' })

/** Answer of create and rotate-secret: the only times the secret is shown. */
export const oauthClientWithSecretSchema = z
  .object({
    ...oauthClientSchema.shape,
    client_secret: z.string().nullable().meta({ description: 'uos_…; null for a public client' }),
  })
  .meta({ id: 'OAuthClientWithSecret' })

export type OAuthClientView = z.infer<typeof oauthClientSchema>
export type OAuthClientCreate = z.infer<typeof oauthClientCreateSchema>
export type OAuthClientUpdate = z.infer<typeof oauthClientUpdateSchema>
