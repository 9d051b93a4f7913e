import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Anchor, Box, Group, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { publicPagesOf, queueCalls } from '../../api/queues.ts'
import { Form } from '../../forms/form.tsx'
import { NumberField, numberOrNull } from '../../forms/number-field.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Card } from '../../ui/card.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { RefusedAttempts } from '../../ui/refused-attempts.tsx'

const LIMITS = [
  {
    name: 'max_party_size',
    label: msg`Largest party to join`,
    description: msg`Leave empty for the limit of the queue`,
  },
  {
    name: 'max_waiting',
    label: msg`Maximum guests in line`,
    description: msg`Nobody can join once it is reached. Leave empty for 200.`,
  },
  {
    name: 'max_per_address',
    label: msg`Joins per network in 10 minutes`,
    description: msg`Lower it if fake guests come, raise it for a large crowd on your Wi-Fi. Leave empty for 80.`,
  },
] as const

const valuesOf = ({ public_join, public_join_limits: limits }: Schemas['Queue']) => ({
  public_join,
  max_party_size: limits?.max_party_size ?? '',
  max_waiting: limits?.max_waiting ?? '',
  max_per_address: limits?.max_per_address ?? '',
})

/** No limit at all is null. */
function bodyOf({ public_join, ...limits }: ReturnType<typeof valuesOf>) {
  const numbers = {
    max_party_size: numberOrNull(limits.max_party_size),
    max_waiting: numberOrNull(limits.max_waiting),
    max_per_address: numberOrNull(limits.max_per_address),
  }
  const isLimited = Object.values(numbers).some((limit) => limit !== null)
  return { public_join, public_join_limits: isLimited ? numbers : null }
}

/** Self-service joining: on or off, limits and addresses. */
export function JoinCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const { field, ...form } = useEditForm({
    resource: queue,
    valuesOf,
    bodyOf,
    nested: ['public_join_limits'],
    ...queueCalls(queryClient, queue.id),
  })
  return (
    <Card title={t`Self-service joining`} description={t`By link or by QR code at the door.`}>
      <Form of={form}>
        <Switch label={t`Guests can join themselves`} {...field('public_join', { type: 'checkbox' })} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {LIMITS.map(({ name, label, description }) => (
            <NumberField
              key={name}
              label={i18n._(label)}
              description={i18n._(description)}
              {...field(name)}
            />
          ))}
        </SimpleGrid>
        <SaveRow of={form} />
      </Form>
      {queue.public_join && <Addresses queue={queue} />}
      {queue.public_join && <RefusedJoins id={queue.id} />}
    </Card>
  )
}

function RefusedJoins({ id }: { id: string }) {
  const { data = [] } = useQuery({
    queryKey: ['queue', id, 'refusals'],
    queryFn: async () => (await api.get('/v1/queues/{id}/refusals', { params: { path: { id } } })).data.data,
  })
  return <RefusedAttempts refusals={data} />
}

/** Public pages of the queue. */
function Addresses({ queue }: { queue: Schemas['Queue'] }) {
  const pages = publicPagesOf(queue)
  return (
    <Group align="flex-start" gap="lg">
      <Box w={160}>
        <QrCode text={queue.join_url} label={t`QR code for joining ${{ queue: queue.name }}`} />
      </Box>
      <Stack gap="xs" flex="1 1 14rem" miw={0}>
        <Text fw={600}>{t`Where guests join`}</Text>
        <Outside href={pages.join}>{queue.join_url}</Outside>
        <Outside href={pages.poster}>{t`Printable poster with the QR code`}</Outside>
        <Outside href={pages.display}>{t`Display for a screen in the room`}</Outside>
      </Stack>
    </Group>
  )
}

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noopener"
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Anchor>
  )
}
