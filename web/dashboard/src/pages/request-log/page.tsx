import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import { Activity, Pause, Play } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useSearch, useSearchParams } from 'wouter'
import { messageOf } from '../../api/problem.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { filterOf } from './filter.ts'
import { Filters } from './filters.tsx'
import { type LoggedRequest, useBackToNewest, useRequests } from './queries.ts'
import { RequestDrawer } from './request-drawer.tsx'
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
        <Listed {...{ search, isLive }} onOlder={() => setLive(false)} />
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
      action={
        <Anchor href="/developers/requests?by=all">
          <Trans>Show everyone's requests</Trans>
        </Anchor>
      }
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
