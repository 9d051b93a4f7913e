import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getParser } from 'bowser'
import { api, type Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { notifyError } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { timeText } from '../../ui/time.ts'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await api.get('/account/sessions', { params: { query: { limit: 100 } } })).data.data,
})

export function SessionsCard() {
  return (
    <Card title={t`Sessions`} description={t`Where you are signed in. End any session you do not recognise.`}>
      <Part>
        <Sessions />
      </Part>
    </Card>
  )
}

function usedText({ address, last_used_at }: Schemas['Session']): string {
  const time = timeText(last_used_at)
  return address === null ? t`Unknown address · used ${time}` : t`${address} · used ${time}`
}

function Session({ session }: { session: Schemas['Session'] }) {
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => api.delete('/account/sessions/{id}', { params: { path: { id: session.id } } }),
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery),
    onError: notifyError,
  })
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text lineClamp={1}>{browserText(session.user_agent)}</Text>
        <Text size="sm" c="dimmed">
          {usedText(session)}
        </Text>
      </div>
      {session.is_current ? (
        <Badge flex="none" bg="var(--usher-accent-soft)" c="var(--usher-accent-text)">
          <Trans>This session</Trans>
        </Badge>
      ) : (
        <Button variant="default" flex="none" loading={end.isPending} onClick={() => end.mutate()}>
          {t({ message: 'End', context: 'end a session' })}
        </Button>
      )}
    </Group>
  )
}

function Sessions() {
  const { data: all } = useSuspenseQuery(sessionsQuery)
  return (
    <Stack gap="sm">
      {all.map((session) => (
        <Session key={session.id} session={session} />
      ))}
    </Stack>
  )
}

/** A browser's usual name, such as "Chrome on Windows"; the user agent itself for anything else. */
export function browserText(userAgent: string | null): string {
  if (!userAgent) return t`Unknown browser`
  const parser = getParser(userAgent)
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()]
  return browser && system ? t`${browser} on ${system}` : userAgent
}
