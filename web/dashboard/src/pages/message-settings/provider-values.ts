import { t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import { type Entered, numberNeeded, textOrNull } from '../../forms/numbers.ts'

type Provider = Schemas['MessageProvider']

export const KINDS = ['twilio', 'smtp', 'http'] as const satisfies readonly Provider['kind'][]

export function kindName(kind: Provider['kind']): string {
  if (kind === 'http') return t`Your own service`
  return kind === 'smtp' ? 'SMTP' : 'Twilio'
}

interface Common {
  readonly name: string
  readonly priority: Entered
  readonly enabled: boolean
}

/** The form values of a provider of any kind; credentials are filled in only to change them. */
export interface ProviderValues extends Common {
  readonly kind: Provider['kind']
  readonly account_sid: string
  readonly messaging_service_sid: string
  readonly from: string
  readonly auth_token: string
  readonly host: string
  readonly port: Entered
  readonly security: Schemas['SmtpSettings']['security']
  readonly user: string
  readonly password: string
  readonly from_address: string
  readonly from_name: string
  readonly url: string
  readonly secret: string
}

const EMPTY: ProviderValues = {
  ...{ kind: 'twilio', name: '', priority: 1, enabled: true },
  ...{ account_sid: '', messaging_service_sid: '', from: '', auth_token: '' },
  ...{ host: '', port: 587, security: 'starttls', user: '', password: '', from_address: '', from_name: '' },
  ...{ url: '', secret: '' },
}

/** The form values of an existing provider. */
export function valuesOf(provider: Provider | undefined): ProviderValues {
  if (!provider) return EMPTY
  const { kind, name, priority, enabled, settings } = provider
  const known = Object.entries(settings).filter(([key]) => key in EMPTY)
  const texts = Object.fromEntries(known.map(([key, value]) => [key, value ?? '']))
  return { ...EMPTY, ...texts, kind, name, priority, enabled }
}

const settingsOf = {
  twilio: ({ account_sid, messaging_service_sid, from }: ProviderValues) => ({
    account_sid,
    messaging_service_sid: textOrNull(messaging_service_sid),
    from: textOrNull(from),
  }),
  smtp: ({ host, port, security, user, from_address, from_name }: ProviderValues) => ({
    ...{ host, port: numberNeeded(port), security, from_address },
    ...{ user: textOrNull(user), from_name: textOrNull(from_name) },
  }),
  http: ({ url }: ProviderValues) => ({ url }),
}

const credentialsOf = {
  twilio: ({ auth_token }: ProviderValues) => ({ auth_token }),
  smtp: ({ password }: ProviderValues) => ({ password: password || null }),
  http: ({ secret }: ProviderValues) => ({ secret }),
}

/** A new provider as the API takes it. */
export function createOf(values: ProviderValues): Schemas['MessageProviderCreate'] {
  const { kind, name, enabled } = values
  return {
    ...{ kind, name, enabled, priority: numberNeeded(values.priority) },
    settings: settingsOf[kind](values),
    credentials: credentialsOf[kind](values),
  } as Schemas['MessageProviderCreate']
}

/** A change as the API takes it: credentials that are left empty stay as they are. */
export function updateOf(values: ProviderValues): Schemas['MessageProviderUpdate'] {
  const { kind, name, enabled } = values
  const credentials = Object.fromEntries(
    Object.entries(credentialsOf[kind](values)).filter(([, value]) => value),
  )
  return {
    ...{ name, enabled, priority: numberNeeded(values.priority), settings: settingsOf[kind](values) },
    ...(Object.keys(credentials).length > 0 && { credentials }),
  }
}
