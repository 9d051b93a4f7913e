import { plural, t } from '@lingui/core/macro'
import { Group, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { providersQuery, serviceTypeCalls, serviceTypePath, serviceTypesQuery } from '../../api/bookables.ts'
import type { Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { ChangedMeanwhile, saveOver } from '../../forms/save-over.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { notifyDone, notifyError, notifyProblem } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

type ServiceType = Schemas['ServiceType']

/** Which service types customers can book on the page. */
export function ServicesCard() {
  const [{ data: types }, { data: providers }] = useSuspenseQueries({
    queries: [serviceTypesQuery, providersQuery],
  })
  const active = new Set(providers.filter((one) => one.active).map(({ id }) => id))
  return (
    <Card title={t`Services`} description={t`What customers can book themselves.`}>
      {types.length === 0 && (
        <Group>
          <Text c="dimmed">{t`No service types yet.`}</Text>
          <Anchor href="/service-types">{t`Service types`}</Anchor>
        </Group>
      )}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {types.map((type) => (
          <ServiceRow key={type.id} type={type} hint={hintOf(type, active)} />
        ))}
      </Stack>
    </Card>
  )
}

/** Why customers cannot book a service type even when it is switched on. */
function hintOf({ active, provider_ids }: ServiceType, providers: ReadonlySet<string>): string | undefined {
  if (!active) return t`Not shown: “Can be booked” is off.`
  if (!provider_ids.some((id) => providers.has(id))) return t`Not shown: it has no active provider.`
  return undefined
}

function ServiceRow({ type, hint }: { type: ServiceType; hint: string | undefined }) {
  const canWrite = useCan('service-types:write')
  const { mutate, isPending, variables } = useSwitchOnline(type)
  const isOnline = isPending ? variables : !!type.online_booking?.enabled
  const { duration_minutes } = type
  const questions = type.online_booking?.questions.length ?? 0
  const details = [
    plural(duration_minutes, { one: '# minute', other: '# minutes' }),
    isOnline && plural(questions, { 0: 'no questions', one: '# question', other: '# questions' }),
  ]
  const turn = (isOn: boolean) => {
    if (!isPending) mutate(isOn)
  }
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
      <Stack gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Anchor href={serviceTypePath(type.id)}>{type.name}</Anchor>
        <Text size="sm" c="dimmed">
          {details.filter(Boolean).join(' · ')}
        </Text>
        {isOnline && hint && (
          <Text size="sm" c="var(--usher-warn-text)">
            {hint}
          </Text>
        )}
      </Stack>
      {canWrite ? (
        <Switch
          aria-label={t`Customers can book ${{ service: type.name }}`}
          checked={isOnline}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
      ) : (
        <StatusBadge tone={isOnline ? 'good' : 'plain'}>
          {isOnline
            ? t({ message: 'On the page', context: 'a service type' })
            : t({ message: 'Not on the page', context: 'a service type' })}
        </StatusBadge>
      )}
    </Group>
  )
}

const bodyOf = ({ online_booking }: ServiceType) => ({ online_booking })

const DEFAULTS = { questions: [], max_visits: 1, cancel_until_minutes: 0, verification: 'none' as const }

const send = (type: ServiceType, isOn: boolean) =>
  saveOver({
    ...serviceTypeCalls(type.id),
    bodyOf,
    before: bodyOf(type),
    body: { online_booking: { ...(type.online_booking ?? DEFAULTS), enabled: isOn } },
  })

/** Puts a service type on the booking page, or takes it off and keeps how it is booked. */
function useSwitchOnline(type: ServiceType) {
  const queryClient = useQueryClient()
  const { name: service } = type
  return useMutation({
    mutationFn: (isOn: boolean) => send(type, isOn),
    onSuccess: (_, isOn) => notifyDone(isOn ? t`${service} is on the page.` : t`${service} is off the page.`),
    onError(error) {
      if (!(error instanceof ChangedMeanwhile)) return notifyError(error)
      notifyProblem(service, t`Somebody else changed this in the meantime. Check it and try again.`)
    },
    onSettled: () => queryClient.invalidateQueries(serviceTypesQuery),
  })
}
