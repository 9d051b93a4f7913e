import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { changesOf } from '../../forms/changes.ts'
import { Form } from '../../forms/form.tsx'
import { NumberField } from '../../forms/number-field.tsx'
import { useUnsaved } from '../../forms/unsaved.ts'
import { useSave } from '../../forms/use-save.ts'
import { createOf, KINDS, kindName, type ProviderValues, updateOf, valuesOf } from './provider-values.ts'
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
