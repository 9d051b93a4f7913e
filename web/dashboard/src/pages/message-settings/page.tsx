import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Button, Fieldset, Group, MultiSelect, SimpleGrid, Stack } from '@mantine/core'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getCountries } from 'libphonenumber-js/min'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { NumberField, numberOrNull } from '../../forms/number-field.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { locale } from '../../language/language.ts'
import { Card } from '../../ui/card.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { ProvidersCard } from './providers-card.tsx'

/** Message providers and sending limits. */
export function Page() {
  return (
    <Stack maw={820} gap="lg">
      <PageHeader
        title={t`Message sending`}
        description={t`Set quiet hours and message types in each queue's settings.`}
      />
      <Part>
        <ProvidersCard />
        <Card
          title={t`Countries and limits`}
          description={t`Limits what a mistake or a stolen key can cost.`}
        >
          <LimitsForm />
        </Card>
      </Part>
    </Stack>
  )
}

type Settings = Schemas['NotificationSettings']

const settingsQuery = queryOptions({
  queryKey: ['message-settings'],
  queryFn: async () => (await api.get('/v1/notifications/settings')).data,
})

const LIMITS = [
  { name: 'per_number_per_hour', label: msg`Per recipient and hour` },
  { name: 'per_number_per_day', label: msg`Per recipient and day` },
  { name: 'per_organization_per_day', label: msg`Daily total` },
  { name: 'failover_after_seconds', label: msg`Seconds before trying the next channel` },
] as const

const names = new Intl.DisplayNames(locale, { type: 'region' })

const COUNTRIES = getCountries()
  .filter((code) => names.of(code) !== code)
  .map((value) => ({ value: value as string, label: names.of(value) ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label, locale))

const valuesOf = (settings: Settings) => ({ ...settings })

const bodyOf = ({ countries, ...limits }: Settings) => ({
  countries: countries.length > 0 ? countries : null,
  per_number_per_hour: numberOrNull(limits.per_number_per_hour),
  per_number_per_day: numberOrNull(limits.per_number_per_day),
  per_organization_per_day: numberOrNull(limits.per_organization_per_day),
  failover_after_seconds: numberOrNull(limits.failover_after_seconds),
})

const calls = {
  read: () => api.get('/v1/notifications/settings'),
  async write(body: Schemas['NotificationSettingsUpdate'], etag: string) {
    const params = { header: { 'If-Match': etag } }
    return (await api.patch('/v1/notifications/settings', { params, body })).data
  },
}

function LimitsForm() {
  const { data: known } = useSuspenseQuery(settingsQuery)
  const queryClient = useQueryClient()
  const mayChange = useCan('organization:manage')
  const { field, setSaved, ...form } = useEditForm({
    resource: known,
    valuesOf,
    bodyOf,
    onSuccess(saved) {
      notifyDone(t`Saved.`)
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      setSaved(valuesOf(saved))
    },
    ...calls,
  })
  return (
    <Form of={form}>
      <Fieldset variant="unstyled" disabled={!mayChange}>
        <Stack>
          <MultiSelect
            label={t`Countries`}
            description={t`Messages go only to numbers in these countries. Leave empty for the default.`}
            data={COUNTRIES}
            searchable
            disabled={!mayChange}
            {...field('countries')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {LIMITS.map(({ name, label }) => (
              <NumberField
                key={name}
                label={i18n._(label)}
                description={t`Leave empty for the default`}
                {...field(name)}
              />
            ))}
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={form.isSending}>{t`Save`}</Button>
          </Group>
        </Stack>
      </Fieldset>
    </Form>
  )
}
