import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Button,
  Drawer,
  Anchor as FileAnchor,
  Group,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Activity, Pause, Play } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useSearch, useSearchParams } from 'wouter'
import { messageOf } from '../../api/problem.ts'
import { useCan } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { apiKeysQuery } from '../api-keys/queries.ts'
import { filterOf, SENDERS } from './filter.ts'
import { type LoggedRequest, useBackToNewest, useRequests } from './queries.ts'
import styles from './request-row.module.css'
import { durationText, exactTime, toneOf } from './tone.ts'

/** The requests that reach the API, as they come. */
export function Page() {
  const [given, change] = useAddress()
  const search = useDeferredValue(useSettled(useSearch()))
  const [isLive, setLive] = useState(true)
  const backToNewest = useBackToNewest(filterOf(search))
  const toggle = () => {
    setLive(!isLive)
    if (!isLive) void backToNewest()
  }
  return (
    <Stack gap="lg">
      <PageHeader
        title={t`Requests`}
        description={t`Requests of the last 7 days, listed within seconds.`}
        actions={<LiveControl isLive={isLive} onToggle={toggle} />}
      />
      <Filters given={given} onChange={change} />
      <Part resetOn={search}>
        <Listed search={search} isLive={isLive} onOlder={() => setLive(false)} />
      </Part>
    </Stack>
  )
}

/** The filter from the address, and a function to change part of it. */
function useAddress() {
  const [given, setGiven] = useSearchParams()
  const change = (name: string, value: string | null) =>
    setGiven(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return [given, change] as const
}

function LiveControl({ isLive, onToggle }: { isLive: boolean; onToggle: () => void }) {
  const Icon = isLive ? Pause : Play
  return (
    <>
      <StatusBadge tone={isLive ? 'good' : 'plain'}>{isLive ? t`Live` : t`Paused`}</StatusBadge>
      <Button variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={onToggle}>
        {isLive ? t`Pause` : t`Resume`}
      </Button>
    </>
  )
}

interface ListedProps {
  readonly search: string
  readonly isLive: boolean
  readonly onOlder: () => void
}

function Listed({ search, isLive, onOlder }: ListedProps) {
  const requests = useRequests(filterOf(search), isLive)
  const all = requests.data
  return (
    <>
      {requests.isError && (
        <Text role="alert" c="var(--usher-bad-text)">
          {t`New requests are not shown: ${{ problem: messageOf(requests.error) }}`}
        </Text>
      )}
      {all.length === 0 ? <Nothing search={search} /> : <Requests key={search} all={all} />}
      {/* Live updates would push the older requests down. */}
      <MoreButton query={requests} label={t`Show older`} onMore={onOlder} />
    </>
  )
}

function Requests({ all }: { all: readonly LoggedRequest[] }) {
  const [openedAt] = useState(Date.now)
  const [opened, setOpened] = useState<LoggedRequest>()
  return (
    <>
      <Paper component="ul" withBorder p={0} m={0} bg="var(--usher-surface)" style={{ listStyle: 'none' }}>
        {all.map((request) => (
          <li key={request.id}>
            <RequestRow
              request={request}
              isFresh={Date.parse(request.at) > openedAt}
              onOpen={() => setOpened(request)}
            />
          </li>
        ))}
      </Paper>
      <RequestDrawer request={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

function Nothing({ search }: { search: string }) {
  const isUnfiltered = search === ''
  return (
    <EmptyState
      icon={Activity}
      title={isUnfiltered ? t`No requests from keys or applications yet` : t`No matching requests`}
      action={<Anchor href="/developers/requests?by=all">{t`Show everyone's requests`}</Anchor>}
    >
      {isUnfiltered
        ? t`Requests from your systems appear here within seconds. Requests by members in the dashboard are hidden.`
        : t`Matching requests appear here within seconds.`}
    </EmptyState>
  )
}

interface Props {
  readonly request: LoggedRequest
  /** It came while the page was open. */
  readonly isFresh: boolean
  readonly onOpen: () => void
}

/** One request of the log. */
function RequestRow({ request, isFresh, onOpen }: Props) {
  const { status, code, method, path, operation, sender, duration_ms, at, replayed } = request
  const tone = toneOf(status)
  return (
    <UnstyledButton
      className={styles.row}
      data-tone={tone}
      data-fresh={isFresh || undefined}
      onClick={onOpen}
    >
      <StatusBadge tone={tone}>{String(status)}</StatusBadge>
      <Text size="sm" fw={600}>
        {method}
      </Text>
      <Text size="sm" className={styles.path}>
        {path ?? operation}
        {replayed && (
          <Text span size="sm" c="dimmed">
            {' '}
            <Trans>repeated</Trans>
          </Text>
        )}
        {code && (
          <Text span size="sm" c={tone === 'bad' ? 'var(--usher-bad-text)' : 'var(--usher-warn-text)'}>
            {' '}
            {code}
          </Text>
        )}
      </Text>
      <Text size="sm" c="dimmed" truncate className={styles.sender}>
        {sender.name ?? sender.id}
      </Text>
      <Text size="sm" c="dimmed" className={styles.figure}>
        {durationText(duration_ms)}
      </Text>
      <Text size="sm" c="dimmed" className={styles.figure}>
        {exactTime(at)}
      </Text>
    </UnstyledButton>
  )
}

const statusesOf = () => [
  { value: 'failed', label: t`Failed (4xx and 5xx)` },
  { value: '2xx', label: '2xx' },
  { value: '3xx', label: '3xx' },
  { value: '4xx', label: '4xx' },
  { value: '5xx', label: '5xx' },
]

interface FiltersProps {
  readonly given: URLSearchParams
  readonly onChange: (name: string, value: string | null) => void
}

/** The filters of the log, all kept in the address. */
function Filters({ given, onChange }: FiltersProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <Select
        label={t`Status`}
        placeholder={t`Any`}
        data={statusesOf()}
        value={given.get('status')}
        clearable
        onChange={(status) => onChange('status', status)}
      />
      <SentBy value={given.get('by') ?? 'integrations'} onChange={(by) => onChange('by', by)} />
      <TextInput
        label={t`Operation`}
        placeholder="addGuest"
        maxLength={100}
        value={given.get('operation') ?? ''}
        onChange={({ currentTarget }) => onChange('operation', currentTarget.value.trim())}
      />
      <TextInput
        label={t`Request ID`}
        placeholder="req_…"
        maxLength={100}
        value={given.get('request_id') ?? ''}
        onChange={({ currentTarget }) => onChange('request_id', currentTarget.value.trim())}
      />
    </SimpleGrid>
  )
}

function SentBy({ value, onChange }: { value: string; onChange: (by: string | null) => void }) {
  const keys = useQuery({ ...apiKeysQuery, enabled: useCan('api-keys:manage') }).data ?? []
  const groups = Object.entries(SENDERS).map(([id, label]) => ({ value: id, label: i18n._(label) }))
  const named = keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} (…${last4})` }))
  // A sender from the address that is none of the current keys.
  const isOther = ![...groups, ...named].some((one) => one.value === value)
  return (
    <Select
      label={t`Sent by`}
      data={[
        ...groups,
        ...(named.length > 0 ? [{ group: t`API keys`, items: named }] : []),
        ...(isOther ? [{ value, label: value }] : []),
      ]}
      value={value}
      allowDeselect={false}
      searchable
      onChange={onChange}
    />
  )
}

interface RequestDrawerProps {
  /** undefined: closed. */
  readonly request: LoggedRequest | undefined
  readonly onClose: () => void
}

/** The details of one request, with links to more. */
function RequestDrawer({ request, onClose }: RequestDrawerProps) {
  return (
    <Drawer opened={request !== undefined} onClose={onClose} title={t`Request`} size="lg">
      {request && <RequestView request={request} />}
    </Drawer>
  )
}

const KINDS: Readonly<Record<LoggedRequest['sender']['kind'], MessageDescriptor>> = {
  api_key: msg`API key`,
  application: msg`Application`,
  member: msg`Member`,
  other: msg`Without a credential`,
}

function RequestView({ request }: { request: LoggedRequest }) {
  const { method, path, operation, status, code, sender, request_id, replayed, bytes_in, bytes_out } = request
  return (
    <Stack>
      <Group gap="sm">
        <StatusBadge tone={toneOf(status)}>{String(status)}</StatusBadge>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {method} {path ?? operation}
        </Text>
      </Group>
      {replayed && (
        <Text>{t`Replayed answer: an earlier request had the same Idempotency-Key. Nothing was done.`}</Text>
      )}
      <Facts
        of={[
          [t`Operation`, operation],
          [t`API version`, request.version ?? t({ message: 'None', context: 'version' })],
          [t`Problem`, code ?? t({ message: 'None', context: 'problem' })],
          [t`Time`, exactTime(request.at)],
          [t`Duration`, durationText(request.duration_ms)],
          [t`Bytes in and out`, t`${bytes_in} and ${bytes_out}`],
          [t`Sent with`, i18n._(KINDS[sender.kind])],
          [t`Name`, sender.name ?? t({ message: 'None', context: 'name' })],
          [t`Identifier`, sender.id],
        ]}
      />
      <CopyText text={request_id} label={t`Request ID`} />
      <Further request={request} />
    </Stack>
  )
}

/** Reads change nothing, so they are not in the audit log, only in the usage. */
const isInAudit = ({ method }: LoggedRequest): boolean => method !== 'GET' && method !== 'HEAD'

function Further({ request }: { request: LoggedRequest }) {
  const { sender, operation, request_id } = request
  const requestId = encodeURIComponent(request_id)
  return (
    <Stack gap="xs">
      {isInAudit(request) ? (
        <Anchor href={`/audit?request_id=${requestId}`}>{t`View changes in the audit log`}</Anchor>
      ) : (
        <Anchor href="/developers">{t`View usage`}</Anchor>
      )}
      <FileAnchor href={`/docs/reference#${operation}`} underline="always">
        {t`${operation} in the API reference`}
      </FileAnchor>
      <Anchor href={`/developers/requests?by=${encodeURIComponent(sender.id)}`}>
        <Trans>All requests from this sender</Trans>
      </Anchor>
      <Anchor href={`/developers/requests?by=all&operation=${operation}`}>
        <Trans>All requests for this operation</Trans>
      </Anchor>
      <Anchor href={`/developers/requests?request_id=${requestId}`}>{t`Only this request`}</Anchor>
    </Stack>
  )
}
