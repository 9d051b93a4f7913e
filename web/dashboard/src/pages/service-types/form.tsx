import { t } from '@lingui/core/macro'
import { Checkbox, Fieldset, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { categoriesQuery, serviceTypeCalls, serviceTypesQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Clash } from '../../forms/clash.tsx'
import { EntryFrame } from '../../forms/entry-frame.tsx'
import { PriceFields } from '../../forms/price-fields.tsx'
import { needed } from '../../forms/rules.ts'
import { type ApiForm, useApiForm } from '../../forms/use-api-form.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { notifyDone } from '../../ui/notify.ts'
import { OnlineFields } from './online-fields.tsx'
import { LimitFields, TimeFields } from './rule-fields.tsx'
import { bodyOf, type Values, valuesOf } from './values.ts'

interface Props {
  readonly serviceType: Schemas['ServiceType'] | undefined
  readonly providers: readonly Schemas['Provider'][]
  readonly onDone: () => void
}

/** The settings of a service type, grouped by topic. */
export function ServiceTypeForm(props: Props) {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  return <Form {...props} categories={categories} />
}

const sentOf = (serviceType: Schemas['ServiceType']) => bodyOf(valuesOf(serviceType))

function Form({
  serviceType,
  providers,
  categories,
  onDone,
}: Props & { categories: readonly Schemas['Category'][] }) {
  const queryClient = useQueryClient()
  const canWrite = useCan('service-types:write')
  const done = async () => {
    onDone()
    await Promise.all([
      queryClient.invalidateQueries(serviceTypesQuery),
      queryClient.invalidateQueries({ queryKey: ['providers'] }),
    ])
  }
  const over = useSaveOver({
    resource: serviceType,
    bodyOf: sentOf,
    ...serviceTypeCalls(serviceType?.id ?? ''),
  })
  const { fields, setSaved, problem, errorAt, isSending, onSubmit } = useApiForm<Values, unknown>({
    initialValues: valuesOf(serviceType),
    validate: { name: needed(t`Enter a name`) },
    nested: ['price', 'online_booking'],
    async submit(values) {
      const body = bodyOf(values)
      return serviceType ? await over.save(body) : await api.post('/api/service-types', { body })
    },
    onError: over.onError,
    async onSuccess() {
      notifyDone(t`Saved`)
      await done()
    },
  })
  return (
    <EntryFrame
      {...{ onSubmit, problem, isSending, canWrite }}
      clash={
        <Clash
          over={over}
          bodyOf={sentOf}
          onKeepMine={onSubmit}
          onTakeTheirs={(now) => setSaved(valuesOf(now))}
        />
      }
      archive={
        serviceType && {
          what: serviceType.name,
          warning: t({
            message: 'It can no longer be booked. Existing bookings stay.',
            context: 'a service type',
          }),
          archive: () => api.delete('/api/service-types/{id}', { params: { path: { id: serviceType.id } } }),
          onDone: () => void done(),
        }
      }
    >
      <CatalogueFields fields={fields} categories={categories} />
      <PeopleFields fields={fields} providers={providers} />
      <TimeFields fields={fields} />
      <LimitFields fields={fields} />
      <OnlineFields {...{ fields, errorAt }} />
      <Fieldset legend={t`Price`}>
        <PriceFields fields={fields} />
      </Fieldset>
    </EntryFrame>
  )
}

type Fields = ApiForm<Values>['fields']

function CatalogueFields(props: { fields: Fields; categories: readonly Schemas['Category'][] }) {
  const { fields, categories } = props
  return (
    <Fieldset legend={t`What customers see`}>
      <Stack>
        <TextInput
          key={fields.key('name')}
          label={t`Name`}
          data-autofocus
          {...fields.getInputProps('name')}
        />
        <Textarea
          key={fields.key('description')}
          label={t`Description`}
          maxLength={1000}
          autosize
          {...fields.getInputProps('description')}
        />
        <NativeSelect
          key={fields.key('category_id')}
          label={t`Category`}
          data={[
            { value: '', label: t({ message: 'None', context: 'no category' }) },
            ...categories.map(({ id: value, name: label }) => ({ value, label })),
          ]}
          {...fields.getInputProps('category_id')}
        />
        <Switch
          key={fields.key('active')}
          label={t`Can be booked`}
          {...fields.getInputProps('active', { type: 'checkbox' })}
        />
      </Stack>
    </Fieldset>
  )
}

function PeopleFields(props: { fields: Fields; providers: readonly Schemas['Provider'][] }) {
  const { fields, providers } = props
  return (
    <Fieldset legend={t`With whom`}>
      <Checkbox.Group
        key={fields.key('provider_ids')}
        label={t`Providers`}
        {...fields.getInputProps('provider_ids')}
      >
        <Stack gap="xs" mt="xs">
          {providers.length === 0 && <Text c="dimmed">{t`No providers yet.`}</Text>}
          {providers.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Fieldset>
  )
}
