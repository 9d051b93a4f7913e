import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { type Entered, NumberField, numberNeeded, textOrNull } from '../../forms/number-field.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { notifyDone } from '../../ui/notify.ts'
import { providersQuery } from './queries.ts'

type Provider = Schemas['MessageProvider']
type Create = Schemas['MessageProviderCreate']

interface Props {
  /** undefined: a new one. */
  readonly provider?: Provider
  /** Is given the provider as it was saved. */
  readonly onDone: (saved: Provider) => void
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
      {
        name: 'account_sid',
        label: msg`Account SID`,
        description: msg`On the home page of the Twilio Console: AC followed by 32 digits`,
      },
      {
        name: 'auth_token',
        label: msg`Auth token`,
        description: msg`Next to the Account SID, after Show`,
        isSecret: true,
      },
      {
        name: 'from',
        label: msg({ message: 'Sender', context: 'of messages' }),
        description: msg`One of your Twilio numbers, e.g. +14155552671`,
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
      {
        name: 'host',
        label: msg({ message: 'Host', context: 'mail server' }),
        description: msg`The server for outgoing mail, e.g. smtp.example.com`,
      },
      {
        name: 'user',
        label: msg({ message: 'User', context: 'mail server' }),
        description: msg`Usually your e-mail address`,
        isOptional: true,
      },
      {
        name: 'password',
        label: msg`Password`,
        description: msg`Many mail services need an app password, made in your account there`,
        isSecret: true,
        isOptional: true,
      },
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

/** Texts of every kind of provider, empty. */
const NO_TEXTS: Record<string, string> = Object.fromEntries(
  Object.values(KINDS).flatMap(({ fields }) => fields.map(({ name }) => [name, ''])),
)

/** The form values of a provider of any kind. */
interface ProviderValues extends Record<string, unknown> {
  readonly kind: Provider['kind']
  readonly name: string
  readonly priority: Entered
  readonly enabled: boolean
  readonly port: Entered
  readonly security: Schemas['SmtpSettings']['security']
}

function valuesOf(provider: Provider | undefined): ProviderValues {
  const { kind = 'twilio', name = '', priority = 1, enabled = true, settings = {} } = provider ?? {}
  const known = Object.entries(settings).map(([key, value]) => [key, value ?? ''])
  const usual = { ...NO_TEXTS, port: 587, security: 'starttls' as const }
  return { ...usual, ...Object.fromEntries(known), kind, name, priority, enabled }
}

export function ProviderForm({ provider, onDone }: Props) {
  const queryClient = useQueryClient()
  const { field, values, ...form } = useApiForm({
    initialValues: valuesOf(provider),
    nested: ['settings', 'credentials'],
    submit: async (given) => (await keep(provider, given)).data,
    async onSuccess(saved) {
      notifyDone(t`Saved.`)
      await queryClient.invalidateQueries(providersQuery)
      onDone(saved)
    },
  })
  return (
    <Form of={form} verb={t`Save`}>
      {!provider && (
        <NativeSelect
          label={t({ message: 'Kind', context: 'of a message provider' })}
          data={Object.keys(KINDS).map((value) => ({ value, label: kindName(value as Provider['kind']) }))}
          {...field('kind')}
        />
      )}
      <TextInput label={t`Name`} {...field('name')} />
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
            {...field(name)}
          />
        )
      })}
      {values.kind === 'smtp' && (
        <>
          <NumberField label={t`Port`} max={65_535} {...field('port')} />
          <NativeSelect
            label={t({ message: 'Security', context: 'encryption of a connection' })}
            data={[
              { value: 'starttls', label: t`STARTTLS, usually port 587` },
              { value: 'tls', label: t`TLS, usually port 465` },
              { value: 'none', label: t`None: on the same machine only` },
            ]}
            {...field('security')}
          />
        </>
      )}
      <NumberField
        label={t({ message: 'Order', context: 'in which providers are tried' })}
        description={t`1 is tried first`}
        max={100}
        {...field('priority')}
      />
      <Switch label={t`Enabled`} {...field('enabled', { type: 'checkbox' })} />
    </Form>
  )
}

const keep = (provider: Provider | undefined, values: ProviderValues) =>
  provider
    ? api.patch('/account/message-providers/{id}', {
        params: { path: { id: provider.id } },
        body: updateOf(values),
      })
    : api.post('/account/message-providers', { body: createOf(values) })

function settingsOf(values: ProviderValues): Record<string, unknown> {
  const { kind, port, security } = values
  const shown = fieldsOf(kind).filter(({ isSecret }) => !isSecret)
  const entered = shown.map(({ name, isOptional }) => {
    const text = String(values[name])
    return [name, isOptional ? textOrNull(text) : text]
  })
  return { ...Object.fromEntries(entered), ...(kind === 'smtp' && { port: numberNeeded(port), security }) }
}

function credentialsOf(values: ProviderValues): Record<string, unknown> {
  const secrets = fieldsOf(values.kind).filter(({ isSecret }) => isSecret)
  return Object.fromEntries(
    secrets.map(({ name, isOptional }) => [name, values[name] || (isOptional ? null : '')]),
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
