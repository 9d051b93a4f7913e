import { type ApiScope, liveOrganizationId, NEWEST_API_VERSION, oauthTokenRevoked } from '@usher/contracts'
import { appendToOutbox, inTransaction, newEvent, newId } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider'
import type { ServiceContext } from '../context.ts'
import { hashIdentifier, type StoredArtifact } from '../grants/artifact-store.ts'
import { noteOwner } from '../grants/note-owner.ts'
import type { OAuthClient } from './oauth-client.ts'
import { mayRetry } from './refresh-retry.ts'
import { applicationType } from './register-client.ts'

type Storage = Pick<
  ServiceContext,
  'artifacts' | 'members' | 'oauthClients' | 'connection' | 'outbox' | 'clock' | 'secretKeys'
>

/** Models that authenticate callers, so gateways must be notified when one is revoked. */
const ACCESS_TOKENS = new Set(['AccessToken', 'ClientCredentials'])

/** The grant type of RFC 8628 §3.4. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** How long a client that registered itself waits for somebody to let it in, in ms. */
const UNCLAIMED_MS = 24 * 3_600_000

const refuseWrite = () => Promise.reject(new Error('clients are changed by operations alone'))
const findNothing = () => Promise.resolve(undefined)

/** Adapter for applications: the OAuth server reads them, and adds those that register themselves. */
const clientAdapter = ({ oauthClients, clock }: Storage): Adapter => ({
  async find(id) {
    const client = await oauthClients.findAny(id)
    return client ? clientMetadata(client) : undefined
  },
  findByUid: findNothing,
  findByUserCode: findNothing,
  upsert: (id, payload) => oauthClients.insert(registeredClient(id, payload, clock.now())),
  consume: refuseWrite,
  destroy: refuseWrite,
  revokeByGrantId: refuseWrite,
})

/** A client that registers itself: nobody's, and public. */
const registeredClient = (id: string, payload: AdapterPayload, now: Date): OAuthClient => ({
  _id: id,
  organization_id: null,
  name: String(payload.client_name),
  type: 'public',
  redirect_uris: payload.redirect_uris as string[],
  scopes: String(payload.api_scopes).split(' ') as ApiScope[],
  api_version: NEWEST_API_VERSION,
  secret_sha256: null,
  created_by: '',
  created_at: now,
  updated_at: now,
  version: 0,
  self_registered: true,
  expires_at: new Date(now.getTime() + UNCLAIMED_MS),
})

/** Client metadata (RFC 7591 §2), with a hash of the secret in its place, for comparison. */
function clientMetadata(client: OAuthClient): AdapterPayload {
  const byCode = client.redirect_uris.length > 0
  return {
    client_id: client._id,
    client_name: client.name,
    redirect_uris: [...client.redirect_uris],
    response_types: byCode ? ['code'] : [],
    grant_types: [
      ...(byCode ? ['authorization_code', 'refresh_token'] : []),
      ...(client.is_device ? [DEVICE_GRANT, 'refresh_token'] : []),
      ...(client.type === 'confidential' ? ['client_credentials'] : []),
    ],
    token_endpoint_auth_method: client.secret_sha256 === null ? 'none' : 'client_secret_basic',
    ...(client.secret_sha256 !== null && { client_secret: client.secret_sha256 }),
    application_type: applicationType(client.redirect_uris),
    ...(client.organization_id !== null && { organization_id: client.organization_id }),
    api_scopes: client.scopes.join(' '),
  }
}

/** Adapter for one model of the OAuth server; the revocation of an access token commits with its event. */
function artifactAdapter(model: string, storage: Storage): Adapter {
  const { artifacts, connection, outbox, clock } = storage
  const found = (artifact: StoredArtifact | undefined, id?: string) =>
    artifact && { ...artifact.payload, ...(id !== undefined && { jti: id }) }
  /** Only at the token endpoint: elsewhere, as in introspection, a used refresh token stays used. */
  const isRetry = async (id: string, { consumed }: AdapterPayload) =>
    model === 'RefreshToken' &&
    typeof consumed === 'number' &&
    Provider.ctx?.oidc.route === 'token' &&
    (await mayRetry(storage, id, consumed))
  const tellEndOf = async (ended: readonly StoredArtifact[], session: ClientSession) => {
    if (!ACCESS_TOKENS.has(model)) return
    const events = ended.map((token) => tokenRevoked(token, clock.now()))
    await appendToOutbox(outbox, events, session)
  }
  return {
    async find(id) {
      const payload = found(await artifacts.findByHash(model, hashIdentifier(id)), id)
      if (!payload || !(await isRetry(id, payload))) return payload
      const { consumed: _, ...unused } = payload
      return unused
    },
    // A session's id is only in the cookie, and the server needs it to destroy the session.
    findByUid: async (uid) => found(await artifacts.findByUid(model, uid)),
    findByUserCode: async (userCode) => found(await artifacts.findByUserCode(model, userCode)),
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? new Date(clock.now().getTime() + expiresIn * 1000) : null
      await artifacts.upsert(model, id, payload, expiresAt)
      if (model === 'Grant') await noteOwner(storage, id, payload)
    },
    async consume(id) {
      if (await artifacts.consume(model, id, Math.floor(clock.now().getTime() / 1000))) return
      const used = await artifacts.findByHash(model, hashIdentifier(id))
      if (!used || !(await isRetry(id, used.payload))) throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await inTransaction(connection, async (session) => {
        const artifact = await artifacts.findByHash(model, hashIdentifier(id))
        if (artifact && (await artifacts.delete(model, id, session))) await tellEndOf([artifact], session)
      })
    },
    async revokeByGrantId(grantId) {
      await inTransaction(connection, async (session) =>
        tellEndOf(await artifacts.deleteOfGrant(model, grantId, session), session),
      )
    },
  }
}

function tokenRevoked({ sha256, payload }: StoredArtifact, now: Date) {
  const { organization_id } = (payload.extra ?? {}) as { organization_id: string }
  return newEvent(oauthTokenRevoked, {
    subject: sha256,
    // A token has only this event.
    sequence: 1,
    time: now,
    origin: {
      organizationId: liveOrganizationId(organization_id),
      actor: payload.clientId ?? '',
      requestId: requestId(),
    },
    data: { id: sha256 },
  })
}

/** Id of the current request, so that revocations are attributed to it. */
const requestId = (): string => Provider.ctx?.get('x-request-id') || newId('request')

/** Creates the OAuth server's storage adapter for a model. */
export const createAdapter =
  (storage: Storage) =>
  (model: string): Adapter =>
    model === 'Client' ? clientAdapter(storage) : artifactAdapter(model, storage)
