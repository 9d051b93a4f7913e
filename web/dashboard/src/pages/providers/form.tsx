import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, NumberInput, Switch, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { providersQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'
import { useCan, useMe } from '../../api/session.ts'
import { EntryForm } from '../../forms/entry-form.tsx'
import { type Entered, NumberField, numberNeeded, numberOrNull } from '../../forms/number-field.tsx'
import { needed } from '../../forms/rules.ts'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { notifyDone } from '../../ui/notify.ts'
import { OverridesEditor, TimeOffEditor, WeekEditor } from './hours-editors.tsx'

type Provider = Schemas['Provider']

interface Props {
  /** undefined: a new one. */
  readonly provider: Provider | undefined
  readonly serviceNames: string
  readonly onDone: () => void
}

const HOURS = ['weekly_hours', 'overrides', 'time_off'] as const

/** The values of a provider; for a new one, in the organisation's time zone. */
const valuesOf = (provider: Provider | undefined, zone: string) => ({
  name: provider?.name ?? '',
  timezone: provider?.timezone ?? zone,
  active: provider?.active ?? true,
  weight: provider?.weight ?? (1 as Entered),
  calendar_max_age_minutes: provider?.calendar_max_age_minutes ?? '',
  weekly_hours: provider?.weekly_hours ?? [],
  overrides: provider?.overrides ?? [],
  time_off: provider?.time_off ?? [],
})

const bodyOf = ({ calendar_max_age_minutes, weight, ...values }: ReturnType<typeof valuesOf>) => ({
  ...values,
  weight: numberNeeded(weight),
  calendar_max_age_minutes: numberOrNull(calendar_max_age_minutes),
})

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
  const { timezone: home } = useMe().organization
  const done = async () => {
    onDone()
    await queryClient.invalidateQueries(providersQuery)
  }
  const { field, values, fields, ...form } = useEditForm({
    resource: provider,
    valuesOf: (now) => valuesOf(now, home),
    bodyOf,
    ...callsOf(provider?.id ?? ''),
    create: async (body) => (await api.post('/api/providers', { body })).data,
    validate: { name: needed(t`Enter a name`) },
    unmarked: HOURS,
    async onSuccess() {
      notifyDone(t`Saved`)
      await done()
    },
  })
  const { timezone, weekly_hours, overrides, time_off } = values
  return (
    <EntryForm
      of={form}
      canWrite={canWrite}
      archive={
        provider && {
          what: provider.name,
          warning: t({
            message: 'They can no longer be booked. Existing bookings stay.',
            context: 'a provider',
          }),
          archive: () => api.delete('/api/providers/{id}', { params: { path: { id: provider.id } } }),
          onDone: done,
        }
      }
    >
      <TextInput label={t`Name`} data-autofocus {...field('name')} />
      <NativeSelect
        label={t`Time zone`}
        description={t`Hours are in this time zone`}
        data={ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES]}
        {...field('timezone')}
      />
      <Switch label={t`Can be booked`} {...field('active', { type: 'checkbox' })} />
      <NumberField
        label={t`Weight`}
        description={t`Share of the bookings for any provider: at 2, twice as many as a provider with 1.`}
        {...field('weight')}
      />
      <NumberInput
        label={t`Maximum calendar age, in minutes`}
        description={t`Nothing can be booked if the linked calendar was last synced longer ago. Leave empty for no limit.`}
        min={5}
        allowDecimal={false}
        {...field('calendar_max_age_minutes')}
      />
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
        hours={weekly_hours}
        zone={timezone}
        onChange={(changed) => fields.setFieldValue('weekly_hours', [...changed])}
      />
      <OverridesEditor
        overrides={overrides}
        zone={timezone}
        onChange={(changed) => fields.setFieldValue('overrides', [...changed])}
      />
      <TimeOffEditor
        timeOff={time_off}
        zone={timezone}
        onChange={(changed) => fields.setFieldValue('time_off', [...changed])}
      />
    </EntryForm>
  )
}

const ZONES = Intl.supportedValuesOf('timeZone')
