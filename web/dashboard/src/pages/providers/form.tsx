import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { providersQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'
import { useCan, useMe } from '../../api/session.ts'
import { EntryForm, useEntryForm } from '../../forms/entry-form.tsx'
import { needed } from '../../forms/rules.ts'
import type { ApiForm } from '../../forms/use-api-form.ts'
import { OverridesEditor, TimeOffEditor, WeekEditor } from './hours-editors.tsx'

type Provider = Schemas['Provider']

interface Props {
  /** undefined: a new one. */
  readonly provider: Provider | undefined
  readonly serviceNames: string
  readonly onDone: () => void
}

interface Values extends Record<string, unknown> {
  name: string
  timezone: string
  active: boolean
  calendar_max_age_minutes: number | string
}

/** The hours, edited outside the form's own fields. */
type Hours = Pick<Provider, 'weekly_hours' | 'overrides' | 'time_off'>

const bodyOf = (values: Values, hours: Hours) => ({
  name: values.name,
  timezone: values.timezone,
  active: values.active,
  calendar_max_age_minutes:
    values.calendar_max_age_minutes === '' ? null : Number(values.calendar_max_age_minutes),
  ...hours,
})

const newValues = (timezone: string): Values => ({
  name: '',
  timezone,
  active: true,
  calendar_max_age_minutes: '',
})

const valuesOf = ({ name, timezone, active, calendar_max_age_minutes }: Provider): Values => ({
  name,
  timezone,
  active,
  calendar_max_age_minutes: calendar_max_age_minutes ?? '',
})

const NO_HOURS: Hours = { weekly_hours: [], overrides: [], time_off: [] }

const hoursOf = ({ weekly_hours, overrides, time_off }: Provider): Hours => ({
  weekly_hours,
  overrides,
  time_off,
})

const sentOf = (provider: Provider) => bodyOf(valuesOf(provider), hoursOf(provider))

const callsOf = (id: string) => ({
  read: () => api.get('/api/providers/{id}', { params: { path: { id } } }),
  async write(body: Schemas['ProviderUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    return (await api.patch('/api/providers/{id}', { params, body })).data
  },
})

/** A provider with all hours. */
export function ProviderForm({ provider, serviceNames, onDone }: Props) {
  const queryClient = useQueryClient()
  const canWrite = useCan('providers:write')
  const { timezone } = useMe().organization
  const [hours, setHours] = useState<Hours>(provider ? hoursOf(provider) : NO_HOURS)
  const initialValues = provider ? valuesOf(provider) : newValues(timezone)
  const { fields, setSaved, ...form } = useEntryForm({
    entry: provider,
    initialValues,
    validate: { name: needed(t`Enter a name`) },
    sentOf: (values) => bodyOf(values, hours),
    bodyOf: sentOf,
    ...callsOf(provider?.id ?? ''),
    create: (body) => api.post('/api/providers', { body }),
    async onDone() {
      onDone()
      await queryClient.invalidateQueries(providersQuery)
    },
  })
  const [zone, setZone] = useState(initialValues.timezone)
  fields.watch('timezone', ({ value }) => setZone(value))
  const fill = (now: Provider) => {
    setSaved(valuesOf(now))
    setHours(hoursOf(now))
  }
  return (
    <EntryForm
      of={form}
      canWrite={canWrite}
      onTakeTheirs={fill}
      archive={
        provider && {
          what: provider.name,
          warning: t({
            message: 'They can no longer be booked. Existing bookings stay.',
            context: 'a provider',
          }),
          archive: () => api.delete('/api/providers/{id}', { params: { path: { id: provider.id } } }),
        }
      }
    >
      <ProviderFields fields={fields} />
      {provider && (
        <Text>
          {serviceNames ? (
            t`Service types: ${{ names: serviceNames }}`
          ) : (
            <Trans>Service types: none yet</Trans>
          )}
        </Text>
      )}
      <WeekEditor
        hours={hours.weekly_hours}
        zone={zone}
        onChange={(changed) => setHours({ ...hours, weekly_hours: [...changed] })}
      />
      <OverridesEditor
        overrides={hours.overrides}
        zone={zone}
        onChange={(changed) => setHours({ ...hours, overrides: [...changed] })}
      />
      <TimeOffEditor
        timeOff={hours.time_off}
        zone={zone}
        onChange={(changed) => setHours({ ...hours, time_off: [...changed] })}
      />
    </EntryForm>
  )
}

const ZONES = Intl.supportedValuesOf('timeZone')

function ProviderFields({ fields }: { fields: ApiForm<Values>['fields'] }) {
  const { timezone } = fields.getValues()
  return (
    <Stack>
      <TextInput key={fields.key('name')} label={t`Name`} data-autofocus {...fields.getInputProps('name')} />
      <NativeSelect
        key={fields.key('timezone')}
        label={t`Time zone`}
        description={t`Hours are in this time zone`}
        data={ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES]}
        {...fields.getInputProps('timezone')}
      />
      <Switch
        key={fields.key('active')}
        label={t`Can be booked`}
        {...fields.getInputProps('active', { type: 'checkbox' })}
      />
      <NumberInput
        key={fields.key('calendar_max_age_minutes')}
        label={t`Maximum calendar age, in minutes`}
        description={t`Nothing can be booked if the linked calendar was last synced longer ago. Leave empty for no limit.`}
        min={5}
        allowDecimal={false}
        {...fields.getInputProps('calendar_max_age_minutes')}
      />
    </Stack>
  )
}
