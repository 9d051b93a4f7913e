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
type Create = Schemas['MessageProviderCreate']

interface Props {
  /** undefined: a new one. */
  readonly provider?: Provider
  readonly onDone: () => void
}

interface TextField<Name> {
  readonly name: Name
  readonly label: MessageDescriptor
  readonly description?: MessageDescriptor
  /** Sent as null if it is left empty. */
  readonly isOptional?: true
  /** A credential: filled in only to change it. */
  readonly isSecret?: true
}

type FieldName<Given extends Create> = keyof Given['settings'] | keyof Given['credentials']

/** Every kind of provider, in the order of the form. */
const KINDS: {
  readonly [Kind in Provider['kind']]: {
    readonly label: MessageDescriptor | string
    readonly fields: readonly TextField<FieldName<Extract<Create, { kind: Kind }>>>[]
  }
} = {
  twilio: {
    label: 'Twilio',
    fields: [
      { name: 'account_sid', label: msg`Account SID`, description: msg`AC followed by 32 digits` },
      { name: 'auth_token', label: msg`Auth token`, isSecret: true },
      {
        name: 'from',
        label: msg({ message: 'Sender', context: 'of messages' }),
        description: msg`A number, e.g. +14155552671`,
        isOptional: true,
      },
      {
        name: 'messaging_service_sid',
        label: msg`Messaging Service SID`,
        description: msg`Instead of a sender`,
        isOptional: true,
      },
    ],
  },
  smtp: {
    label: 'SMTP',
    fields: [
      { name: 'host', label: msg({ message: 'Host', context: 'mail server' }) },
      { name: 'user', label: msg({ message: 'User', context: 'mail server' }), isOptional: true },
      { name: 'password', label: msg`Password`, isSecret: true, isOptional: true },
      { name: 'from_address', label: msg`From address` },
      { name: 'from_name', label: msg`From name`, isOptional: true },
    ],
  },
  http: {
    label: msg`Your own service`,
    fields: [
      { name: 'url', label: msg`URL`, description: msg`Messages are posted to it` },
      {
        name: 'secret',
        label: msg`Secret`,
        description: msg`whsec_ followed by base64. Signs requests in both directions.`,
        isSecret: true,
      },
    ],
  },
}

const fieldsOf = (kind: Provider['kind']): readonly TextField<string>[] => KINDS[kind].fields

export function kindName(kind: Provider['kind']): string {
  const { label } = KINDS[kind]
  return typeof label === 'string' ? label : i18n._(label)
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
          data={Object.keys(KINDS).map((value) => ({ value, label: kindName(value as Provider['kind']) }))}
          value={values.kind}
          onChange={(event) => change({ kind: event.currentTarget.value as Provider['kind'] })}
        />
      )}
      <TextInput
        label={t`Name`}
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {fieldsOf(values.kind).map(({ name, label, description, isSecret }) => {
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
            value={values.texts[name] ?? ''}
            onChange={(event) => change({ texts: { ...values.texts, [name]: event.currentTarget.value } })}
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

/** The form values of a provider of any kind. */
interface ProviderValues {
  readonly kind: Provider['kind']
  readonly name: string
  readonly priority: Entered
  readonly enabled: boolean
  readonly texts: Readonly<Record<string, string>>
  readonly port: Entered
  readonly security: Schemas['SmtpSettings']['security']
}

function valuesOf(provider: Provider | undefined): ProviderValues {
  const { kind = 'twilio', name = '', priority = 1, enabled = true, settings = {} } = provider ?? {}
  const { port = 587, security = 'starttls', ...others } = settings as Partial<Schemas['SmtpSettings']>
  const known = Object.entries(others).filter(([key]) => fieldsOf(kind).some((field) => field.name === key))
  const texts = Object.fromEntries(known.map(([key, value]) => [key, String(value ?? '')]))
  return { kind, name, priority, enabled, texts, port, security }
}

function settingsOf({ kind, texts, port, security }: ProviderValues): Record<string, unknown> {
  const shown = fieldsOf(kind).filter(({ isSecret }) => !isSecret)
  const entered = shown.map(({ name, isOptional }) => {
    const text = texts[name] ?? ''
    return [name, isOptional ? textOrNull(text) : text]
  })
  return { ...Object.fromEntries(entered), ...(kind === 'smtp' && { port: numberNeeded(port), security }) }
}

function credentialsOf({ kind, texts }: ProviderValues): Record<string, string | null> {
  const secrets = fieldsOf(kind).filter(({ isSecret }) => isSecret)
  return Object.fromEntries(
    secrets.map(({ name, isOptional }) => [name, texts[name] || (isOptional ? null : '')]),
  )
}

/** A new provider as the API takes it. */
function createOf(values: ProviderValues): Create {
  const { kind, name, enabled } = values
  return {
    kind,
    name,
    enabled,
    priority: numberNeeded(values.priority),
    settings: settingsOf(values),
    credentials: credentialsOf(values),
  } as Create
}

/** A change as the API takes it: credentials that are left empty stay as they are. */
function updateOf(values: ProviderValues): Schemas['MessageProviderUpdate'] {
  const { name, enabled } = values
  const credentials = Object.fromEntries(Object.entries(credentialsOf(values)).filter(([, value]) => value))
  return {
    name,
    enabled,
    priority: numberNeeded(values.priority),
    settings: settingsOf(values),
    ...(Object.keys(credentials).length > 0 && { credentials }),
  }
}
