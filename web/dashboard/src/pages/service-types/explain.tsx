import { t } from '@lingui/core/macro'
import { Button, Group, List, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { zoneOf } from '@usher/contracts/luxon-zone'
import { DateTime } from 'luxon'
import { type SubmitEvent, useState } from 'react'
import { providersQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'
import { ruleText } from '../../api/rule-words.ts'
import { useMe } from '../../api/session.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { optionsOf } from '../../ui/options.ts'
import { Part } from '../../ui/part.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { todayIn } from '../../ui/zone-time.ts'

interface Asked {
  readonly service_type_id: string
  readonly start: string
}

/** Explains why a time is not offered. */
export function Explain({ serviceTypes }: { serviceTypes: readonly Schemas['ServiceType'][] }) {
  const { timezone } = useMe().organization
  const [serviceTypeId, setServiceTypeId] = useState(serviceTypes[0]?.id ?? '')
  const [local, setLocal] = useState(`${todayIn(timezone)}T12:00`)
  const [asked, setAsked] = useState<Asked>()
  const ask = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const start = DateTime.fromISO(local, { zone: zoneOf(timezone) })
    if (start.isValid) setAsked({ service_type_id: serviceTypeId, start: start.toUTC().toISO() })
  }
  return (
    <Stack>
      <form onSubmit={ask}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label={t`Service type`}
              data={optionsOf(serviceTypes)}
              value={serviceTypeId}
              data-autofocus
              onChange={({ currentTarget }) => setServiceTypeId(currentTarget.value)}
            />
            <DateTimeField
              label={t({ message: 'Start', context: 'when a booking begins' })}
              zone={timezone}
              value={local}
              onChange={setLocal}
            />
          </SimpleGrid>
          <Button type="submit">{t({ message: 'Explain', context: 'explain why a time is missing' })}</Button>
        </Stack>
      </form>
      {asked && (
        <Part loading={<LoadingState lines={2} />} resetOn={asked}>
          <Explanation asked={asked} />
        </Part>
      )}
    </Stack>
  )
}

function Explanation({ asked }: { asked: Asked }) {
  usePrefetchQuery(providersQuery)
  const providers = useQuery(providersQuery)
  const {
    data: { available, providers: all },
  } = useSuspenseQuery({
    queryKey: ['availability', 'explain', asked],
    staleTime: 0,
    queryFn: async () =>
      (await api.get('/api/availability/explain', { params: { query: { ...asked, seats: 1 } } })).data,
  })
  const nameOf = (id: string) => providers.data?.find((one) => one.id === id)?.name ?? t`Provider`
  return (
    <Stack role="status">
      <Text fw={600}>{available ? t`This time can be booked.` : t`This time cannot be booked.`}</Text>
      {all.length === 0 && <Text>{t`No provider offers it.`}</Text>}
      {all.map((one) => (
        <section key={one.provider_id}>
          <Group gap="sm">
            <Title order={3} size="h5">
              {nameOf(one.provider_id)}
            </Title>
            <StatusBadge tone={one.available ? 'good' : 'bad'}>
              {one.available
                ? t({ message: 'Free', context: 'a provider has time' })
                : t({ message: 'Not free', context: 'a provider has no time' })}
            </StatusBadge>
          </Group>
          <List>
            {one.rules.map((rule) => (
              <List.Item key={rule}>{ruleText(rule)}</List.Item>
            ))}
          </List>
        </section>
      ))}
    </Stack>
  )
}
