import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { type Entered, NumberField, numberNeeded, textOrNull } from '../../forms/number-field.tsx'
import { changesOf } from '../../forms/save-over.ts'
import { useUnsaved } from '../../forms/unsaved.ts'
import { useSave } from '../../forms/use-save.ts'
import { providersQuery } from './queries.ts'

type Provider = Schemas['MessageProvider']

interface Props {
  /** undefined: a new one. */
  readonly provider?: Provider
  readonly onDone: () => void
}

interface TextField {
  readonly name: Exclude<keyof ProviderValues, 'kind' | 'enabled' | 'priority' | 'port' | 'security'>
  readonly label: MessageDescriptor
  readonly description?: MessageDescriptor
  readonly isSecret?: true
}

const FIELDS: { readonly [Kind in Provider['kind']]: readonly TextField[] } = {
  twilio: [
    { name: 'account_sid', label: msg`Account SID`, description: msg`AC followed by 32 digits` },
    { name: 'auth_token', label: msg`Auth token`, isSecret: true },
    {
      name: 'from',
      label: msg({ message: 'Sender', context: 'of messages' }),
      description: msg`A number, e.g. +14155552671`,
    },
    {
      name: 'messaging_service_sid',
      label: msg`Messaging Service SID`,
      description: msg`Instead of a sender`,
    },
  ],
  smtp: [
    { name: 'host', label: msg({ message: 'Host', context: 'mail server' }) },
    { name: 'user', label: msg({ message: 'User', context: 'mail server' }) },
    { name: 'password', label: msg`Password`, isSecret: true },
    { name: 'from_address', label: msg`From address` },
    { name: 'from_name', label: msg`From name` },
  ],
  http: [
    { name: 'url', label: msg`URL`, description: msg`Messages are posted to it` },
    {
      name: 'secret',
      label: msg`Secret`,
      description: msg`whsec_ followed by base64. Signs requests in both directions.`,
      isSecret: true,
    },
  ],
}

export function ProviderForm({ provider, onDone }: Props) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState(valuesOf(provider))
  const change = (part: Partial<ProviderValues>) => setValues({ ...values, ...part })
  useUnsaved(() => Object.keys(changesOf(valuesOf(provider), values)).length > 0)
  const { errorAt, ...form } = useSave({
    save: () => keep(provider, values),
    async onSaved() {
      await queryClient.invalidateQueries(providersQuery)
      onDone()
    },
  })
  const errorOf = (name: string) => errorAt(`/settings/${name}`) ?? errorAt(`/credentials/${name}`)
  return (
    <Form of={form} verb={t`Save`}>
      {!provider && (
        <NativeSelect
          label={t({ message: 'Kind', context: 'of a message provider' })}
          data={KINDS.map((value) => ({ value, label: kindName(value) }))}
          value={values.kind}
          onChange={(event) => change({ kind: event.currentTarget.value as Provider['kind'] })}
        />
      )}
      <TextInput
        label={t`Name`}
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {FIELDS[values.kind].map(({ name, label, description, isSecret }) => {
        const Input = isSecret ? PasswordInput : TextInput
        return (
          <Input
            key={name}
            label={i18n._(label)}
            description={
              isSecret && provider
                ? t`Leave empty to keep the current one`
                : description && i18n._(description)
            }
            autoComplete={isSecret ? 'new-password' : 'off'}
            value={values[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
            error={errorOf(name)}
          />
        )
      })}
      {values.kind === 'smtp' && <SmtpConnection values={values} change={change} errorOf={errorOf} />}
      <NumberField
        label={t({ message: 'Order', context: 'in which providers are tried' })}
        description={t`1 is tried first`}
        value={values.priority}
        max={100}
        onChange={(priority) => change({ priority })}
      />
      <Switch
        label={t`Enabled`}
        checked={values.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
    </Form>
  )
}

interface SmtpProps {
  readonly values: ProviderValues
  readonly change: (part: Partial<ProviderValues>) => void
  readonly errorOf: (name: string) => string | undefined
}

function SmtpConnection({ values, change, errorOf }: SmtpProps) {
  return (
    <>
      <NumberField
        label={t`Port`}
        value={values.port}
        max={65_535}
        onChange={(port) => change({ port })}
        error={errorOf('port')}
      />
      <NativeSelect
        label={t({ message: 'Security', context: 'encryption of a connection' })}
        data={[
          { value: 'starttls', label: t`STARTTLS, usually port 587` },
          { value: 'tls', label: t`TLS, usually port 465` },
          { value: 'none', label: t`None: on the same machine only` },
        ]}
        value={values.security}
        onChange={(event) => change({ security: event.currentTarget.value as ProviderValues['security'] })}
        error={errorOf('security')}
      />
    </>
  )
}

const keep = (provider: Provider | undefined, values: ProviderValues) =>
  provider
    ? api.patch('/account/message-providers/{id}', {
        params: { path: { id: provider.id } },
        body: updateOf(values),
      })
    : api.post('/account/message-providers', { body: createOf(values) })

const KINDS = ['twilio', 'smtp', 'http'] as const satisfies readonly Provider['kind'][]

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
interface ProviderValues extends Common {
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
  kind: 'twilio',
  name: '',
  priority: 1,
  enabled: true,
  account_sid: '',
  messaging_service_sid: '',
  from: '',
  auth_token: '',
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  password: '',
  from_address: '',
  from_name: '',
  url: '',
  secret: '',
}

/** The form values of an existing provider. */
function valuesOf(provider: Provider | undefined): ProviderValues {
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
    host,
    port: numberNeeded(port),
    security,
    from_address,
    user: textOrNull(user),
    from_name: textOrNull(from_name),
  }),
  http: ({ url }: ProviderValues) => ({ url }),
}

const credentialsOf = {
  twilio: ({ auth_token }: ProviderValues) => ({ auth_token }),
  smtp: ({ password }: ProviderValues) => ({ password: password || null }),
  http: ({ secret }: ProviderValues) => ({ secret }),
}

/** A new provider as the API takes it. */
function createOf(values: ProviderValues): Schemas['MessageProviderCreate'] {
  const { kind, name, enabled } = values
  return {
    kind,
    name,
    enabled,
    priority: numberNeeded(values.priority),
    settings: settingsOf[kind](values),
    credentials: credentialsOf[kind](values),
  } as Schemas['MessageProviderCreate']
}

/** A change as the API takes it: credentials that are left empty stay as they are. */
function updateOf(values: ProviderValues): Schemas['MessageProviderUpdate'] {
  const { kind, name, enabled } = values
  const credentials = Object.fromEntries(
    Object.entries(credentialsOf[kind](values)).filter(([, value]) => value),
  )
  return {
    name,
    enabled,
    priority: numberNeeded(values.priority),
    settings: settingsOf[kind](values),
    ...(Object.keys(credentials).length > 0 && { credentials }),
  }
}
