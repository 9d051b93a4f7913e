import { randomBytes } from 'node:crypto'
import {
  type Channel,
  type FieldChanges,
  type MessageProvider,
  type MessageProviderCreate,
  type MessageProviderKind,
  type MessageProviderUpdate,
  PROVIDER_SCHEMAS,
} from '@usher/contracts'
import { changesBetween, invalidField, parse, type SecretKey, seal, unseal } from '@usher/service-kit'
import { z } from 'zod'
import type { NotificationConfig } from '../../config.ts'
import type { Provider } from '../provider.ts'
import type { ProviderTools } from './provider-kind.ts'
import { PROVIDER_KINDS } from './provider-kinds.ts'

/** An organisation's provider, as stored. */
export interface ProviderRecord {
  readonly _id: string
  readonly organization_id: string
  readonly kind: MessageProviderKind
  readonly name: string
  readonly enabled: boolean
  readonly channels: readonly Channel[]
  readonly priority: number
  readonly settings: Readonly<Record<string, unknown>>
  /** Encrypted, by name. */
  readonly credentials: Readonly<Record<string, string>>
  /** Last characters of credentials long enough to show some, by name. */
  readonly last4: Readonly<Record<string, string>>
  /** Part of its callback URLs. */
  readonly callback_token: string
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

interface Facts {
  readonly id: string
  readonly organizationId: string
  readonly keys: readonly SecretKey[]
  readonly now: Date
}

const TOKEN_BYTES = 32
const MIDDLE_PRIORITY = 50

/** Shortest credential whose last characters are shown. */
const LONG_CREDENTIAL = 20

/**
 * A new provider.
 *
 * @throws ProblemError `validation_failed` for channels its kind does not support
 */
export function newProvider(given: MessageProviderCreate, facts: Facts): ProviderRecord {
  const { kind, name, enabled = true, priority = MIDDLE_PRIORITY, settings, credentials } = given
  return {
    _id: facts.id,
    organization_id: facts.organizationId,
    kind,
    name,
    enabled,
    priority,
    settings,
    channels: checkedChannels(kind, given.channels ?? PROVIDER_KINDS[kind].channels),
    ...sealed(credentials, facts.keys),
    callback_token: randomBytes(TOKEN_BYTES).toString('base64url'),
    version: 1,
    created_at: facts.now,
    updated_at: facts.now,
  }
}

/**
 * A provider with changed settings.
 *
 * @throws ProblemError `validation_failed` for settings its kind does not know, and for another server without new
 * credentials
 */
export function changedProvider(
  current: ProviderRecord,
  given: MessageProviderUpdate,
  { keys, now }: Pick<Facts, 'keys' | 'now'>,
): ProviderRecord {
  const { settings, credentials, channels, ...others } = given
  const { kind } = current
  const known = PROVIDER_SCHEMAS[kind]
  const changed = parse(
    z.object({ settings: known.settings, credentials: known.credentials }),
    {
      settings: { ...current.settings, ...settings },
      credentials: { ...openCredentials(current, keys), ...credentials },
    },
    '',
  ) as Pick<ProviderRecord, 'settings' | 'credentials'>
  requireSameReceiver(current, changed, credentials)
  return {
    ...current,
    ...others,
    ...(channels && { channels: checkedChannels(kind, channels) }),
    settings: changed.settings,
    ...(credentials && sealed(changed.credentials, keys)),
    version: current.version + 1,
    updated_at: now,
  }
}

/** Never sends stored credentials to a different receiver: whoever changes the settings could read them there. */
function requireSameReceiver(
  { kind, settings, credentials }: ProviderRecord,
  changed: Pick<ProviderRecord, 'settings'>,
  given: Readonly<Record<string, unknown>> = {},
): void {
  const { shownTo } = PROVIDER_KINDS[kind]
  const isSame = !shownTo || shownTo(settings) === shownTo(changed.settings)
  if (isSame || Object.keys(credentials).every((name) => name in given)) return
  throw invalidField('/credentials', 'must be given anew for another server', 'credentials_needed')
}

/**
 * The decrypted credentials.
 *
 * @throws Error if a secret key is missing
 */
export const openCredentials = (
  { credentials }: Pick<ProviderRecord, 'credentials'>,
  keys: readonly SecretKey[],
): Record<string, string> =>
  Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, unseal(value, keys)]))

function sealed(credentials: Readonly<Record<string, unknown>>, keys: readonly SecretKey[]) {
  // Optional ones may also be null.
  const given = Object.entries(credentials).filter((entry): entry is [string, string] => entry[1] !== null)
  const long = given.filter(([, value]) => value.length >= LONG_CREDENTIAL)
  return {
    credentials: Object.fromEntries(given.map(([name, value]) => [name, seal(value, keys)])),
    last4: Object.fromEntries(long.map(([name, value]) => [name, value.slice(-4)])),
  }
}

function checkedChannels(kind: MessageProviderKind, channels: readonly Channel[]): readonly Channel[] {
  const { channels: possible } = PROVIDER_KINDS[kind]
  const wrong = channels.find((channel) => !possible.includes(channel))
  if (wrong) throw invalidField('/channels', `cannot have ${wrong} for ${kind}`, 'channel_not_supported')
  return [...new Set(channels)]
}

/** The URL at which a provider calls back. */
export const callbackUrl = (publicUrl: string, token: string, name: string): string =>
  `${publicUrl}/callbacks/messages/${token}/${name}`

/**
 * The sender for a provider that an organisation has set up.
 *
 * @throws Error if a secret key is missing
 */
export function createProvider(
  record: ProviderRecord,
  { secretKeys, publicUrl }: NotificationConfig,
  tools: ProviderTools,
): Provider {
  const { _id, kind, channels, callback_token } = record
  const schemas = PROVIDER_SCHEMAS[kind]
  const setup = {
    id: _id,
    channels,
    settings: schemas.settings.parse(record.settings),
    credentials: schemas.credentials.parse(openCredentials(record, secretKeys)),
    callbackUrl: (name: string) => callbackUrl(publicUrl, callback_token, name),
  }
  return PROVIDER_KINDS[kind].create(setup, tools)
}

/** A provider as returned by the API. */
export const presentProvider = (record: ProviderRecord, publicUrl: string): MessageProvider =>
  ({
    id: record._id,
    kind: record.kind,
    name: record.name,
    enabled: record.enabled,
    channels: [...record.channels],
    priority: record.priority,
    settings: record.settings,
    credentials: Object.fromEntries(
      Object.keys(record.credentials).map((name) => [name, { last4: record.last4[name] ?? null }]),
    ),
    callbacks: Object.fromEntries(
      Object.entries(PROVIDER_KINDS[record.kind].callbacks).map(([field, name]) => [
        field,
        callbackUrl(publicUrl, record.callback_token, name),
      ]),
    ),
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
    // The schema of the kind has checked its settings.
  }) as MessageProvider

const FACTS = ['kind', 'name', 'enabled', 'channels', 'priority', 'settings'] as const

const factsOf = (record: ProviderRecord | null) =>
  record && {
    ...Object.fromEntries(FACTS.map((name) => [name, record[name]])),
    credentials: Object.keys(record.credentials),
  }

/** What the audit trail records of a change: of credentials only their names, and that they changed. */
export function providerChanges(before: ProviderRecord | null, after: ProviderRecord | null): FieldChanges {
  const changes = changesBetween<object>(factsOf(before), factsOf(after))
  const isRenewed =
    before && after && JSON.stringify(before.credentials) !== JSON.stringify(after.credentials)
  if (isRenewed) changes.credentials = { before: '[kept secret]', after: '[changed]' }
  return changes
}
