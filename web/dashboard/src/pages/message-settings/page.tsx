import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Button, Fieldset, Group, MultiSelect, SimpleGrid, Stack } from '@mantine/core'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getCountries } from 'libphonenumber-js/min'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Clash } from '../../forms/clash.tsx'
import { type Entered, NumberField, numberOrNull } from '../../forms/number-field.tsx'
import { useUnsaved } from '../../forms/unsaved.ts'
import { useSave } from '../../forms/use-save.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { locale } from '../../language/language.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
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
      <ProvidersCard />
      <LimitsCard />
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

function LimitsCard() {
  return (
    <Card title={t`Countries and limits`} description={t`Limits what a mistake or a stolen key can cost.`}>
      <Part>
        <LimitsForm />
      </Part>
    </Card>
  )
}

type Limits = { readonly [Name in (typeof LIMITS)[number]['name']]: Entered }

const bodyOf = ({ countries, ...limits }: Limits & Pick<Settings, 'countries'>) => ({
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
  const [countries, setCountries] = useState(known.countries)
  const [limits, setLimits] = useState<Limits>(known)
  const fill = (now: Settings) => {
    queryClient.setQueryData(settingsQuery.queryKey, now)
    setCountries(now.countries)
    setLimits(now)
  }
  const over = useSaveOver({ resource: known, bodyOf, ...calls })
  const body = bodyOf({ ...limits, countries })
  useUnsaved(() => over.isChanged(body))
  const { isSending, problem, errorAt, onSubmit } = useSave({
    save: () => over.save(body),
    onError: over.onError,
    onSaved: fill,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fieldset variant="unstyled" disabled={!mayChange}>
        <Stack>
          <FormProblem text={problem} />
          <Clash over={over} fill={fill} onKeepMine={onSubmit} />
          <MultiSelect
            label={t`Countries`}
            description={t`Messages go only to numbers in these countries. Leave empty for the default.`}
            data={COUNTRIES}
            value={countries}
            onChange={setCountries}
            searchable
            disabled={!mayChange}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {LIMITS.map(({ name, label }) => (
              <NumberField
                key={name}
                label={i18n._(label)}
                description={t`Leave empty for the default`}
                value={limits[name]}
                onChange={(entered) => setLimits({ ...limits, [name]: entered })}
                error={errorAt(`/${name}`)}
              />
            ))}
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={isSending}>{t`Save`}</Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  )
}
