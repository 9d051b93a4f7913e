import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, Paper, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Check, Circle, ListOrdered, Plus } from 'lucide-react'
import { Link } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useCan, useMe } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { invitationsQuery, membersQuery } from '../members/queries.ts'
import { providersQuery } from '../message-settings/queries.ts'

/** The queues of the organisation with their status. */
export function Page() {
  const { data: all } = useSuspenseQuery(queuesQuery)
  const mayCreate = useCan('queues:write')
  const mayManage = useCan('message-providers:manage')
  const create = mayCreate && (
    <Button component={Link} href="/queues/new" leftSection={<Plus size={18} aria-hidden />}>
      <Trans>New queue</Trans>
    </Button>
  )
  return (
    <>
      <PageHeader title={t`Queues`} actions={all.length > 0 && create} />
      {all.length === 0 ? (
        <EmptyState icon={ListOrdered} title={t`No queues yet`} action={create}>
          {mayCreate
            ? t`Guests wait in a queue until they are called.`
            : t`A manager of your organisation creates the first one.`}
        </EmptyState>
      ) : (
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {all.map((queue) => (
              <QueueCard key={queue.id} queue={queue} />
            ))}
          </SimpleGrid>
          {mayManage && <Checklist queues={all} />}
        </Stack>
      )}
    </>
  )
}

function QueueCard({ queue }: { queue: Schemas['Queue'] }) {
  const { low, high } = queue.estimated_wait_range
  return (
    <Paper component="article" withBorder p="md" bg="var(--usher-surface)">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Anchor href={`/queues/${queue.id}`} fw={600} size="lg">
            {queue.name}
          </Anchor>
          {queue.status === 'paused' && (
            <StatusBadge tone="warn">{t({ message: 'Paused', context: 'queue' })}</StatusBadge>
          )}
        </Group>
        <Group gap="lg" justify="space-between" align="baseline">
          <Figure
            value={String(queue.waiting_count)}
            label={plural(queue.waiting_count, { one: 'guest', other: 'guests' })}
          />
          <Figure
            value={low === high ? String(low) : `${low}–${high}`}
            label={plural(high, { one: 'minute to wait', other: 'minutes to wait' })}
          />
          <Anchor
            href={`/queues/${queue.id}/settings`}
            size="sm"
            aria-label={t`Settings of ${{ queue: queue.name }}`}
          >
            <Trans>Settings</Trans>
          </Anchor>
        </Group>
      </Stack>
    </Paper>
  )
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <Text>
      <Text span fw={700} size="xl">
        {value}
      </Text>{' '}
      <Text span c="dimmed" size="sm">
        {label}
      </Text>
    </Text>
  )
}

interface Props {
  readonly queues: readonly Schemas['Queue'][]
}

/** What is left to do for a working venue, until all is done or it is hidden in this browser. */
export function Checklist({ queues }: Props) {
  const { organization } = useMe()
  const key = `usher-checklist-hidden ${organization.id}`
  const [isHidden, setHidden] = useLocalStorage({ key, defaultValue: false, getInitialValueInEffect: false })
  return isHidden ? null : <Steps queues={queues} onHide={() => setHidden(true)} />
}

function Steps({ queues, onHide }: Props & { readonly onHide: () => void }) {
  const { organization } = useMe()
  const { data: members } = useQuery(membersQuery)
  const { data: invitations } = useQuery(invitationsQuery)
  const { data: messageProviders } = useQuery(providersQuery)
  // It comes as a whole, and not at all if one of them cannot be read: nobody waits for it.
  if (!members || !invitations || !messageProviders) return null
  const items = checklistOf({ queues, organization, members, invitations, messageProviders })
  const left = items.filter(({ isDone }) => !isDone).length
  if (left === 0) return null
  const [done, total] = [items.length - left, items.length]
  return (
    <Card
      title={t`Set up your venue`}
      description={t`${done} of ${total} done`}
      action={<Button variant="subtle" onClick={onHide}>{t`Hide`}</Button>}
    >
      <List listStyleType="none" spacing="sm" center>
        {items.map((item) => (
          <Step key={item.label} item={item} />
        ))}
      </List>
    </Card>
  )
}

function Step({ item: { label, reason, href, isDone } }: { item: ChecklistItem }) {
  const Icon = isDone ? Check : Circle
  return (
    <List.Item
      icon={
        <ThemeIcon variant={isDone ? 'filled' : 'transparent'} size="sm" radius="xl">
          <Icon size={14} aria-label={isDone ? t`Done:` : t`To do:`} />
        </ThemeIcon>
      }
    >
      <Group gap="xs" align="baseline">
        <Anchor href={href}>{label}</Anchor>
        {!isDone && (
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        )}
      </Group>
    </List.Item>
  )
}

/** What the checklist looks at. */
interface Venue {
  readonly queues: readonly Schemas['Queue'][]
  readonly organization: Schemas['Organization']
  readonly members: readonly unknown[]
  readonly invitations: readonly unknown[]
  readonly messageProviders: readonly unknown[]
}

interface ChecklistItem {
  readonly label: string
  /** Why it is worth doing. */
  readonly reason: string
  readonly href: string
  readonly isDone: boolean
}

/** Steps from the first queue to a working venue; each is done once the venue has what it is about. */
export function checklistOf({
  queues,
  organization,
  members,
  invitations,
  messageProviders,
}: Venue): ChecklistItem[] {
  const settings = `/queues/${queues[0]?.id ?? 'new'}/settings`
  const { address, phone, brand_color, logo_url } = organization
  return [
    {
      label: t`Set the opening hours`,
      reason: t`Nobody joins while you are closed`,
      href: `${settings}#hours`,
      isDone: queues.some(({ opening_hours }) => opening_hours !== null),
    },
    {
      label: t`Let guests join by QR code`,
      reason: t`Allow it, then print the poster for the door`,
      href: `${settings}#joining`,
      isDone: queues.some(({ public_join }) => public_join),
    },
    {
      label: t`Add your brand`,
      reason: t`Guests see your logo, address and colour on pages and in e-mails`,
      href: '/settings/organization',
      isDone: [address, phone, brand_color, logo_url].some((value) => value !== null),
    },
    {
      label: t`Connect text messages and e-mail`,
      reason: t`Guests are called on their phone; until then messages only go to the sandbox`,
      href: '/settings/messages',
      isDone: messageProviders.length > 0,
    },
    {
      label: t`Invite a colleague`,
      reason: t`Each person has an account, so the audit log says who did what`,
      href: '/settings/members',
      isDone: members.length + invitations.length > 1,
    },
  ]
}
