import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Progress, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import type { Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { Card } from '../../ui/card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'

/** One request with its progress. */
export function RequestCard({ request }: { request: Schemas['PrivacyRequest'] }) {
  const { id, kind, subject, status, parts, created_at, completed_at, expires_at } = request
  const done = parts.filter((part) => part.status === 'completed').length
  const records = parts.reduce((sum, part) => sum + part.records, 0)
  const whose = subject.organization
    ? 'The whole organisation'
    : (subject.phone ?? subject.email ?? subject.guest_id ?? '')
  const { member } = useMe()
  const isOpen = !subject.organization || member.role === 'owner'
  const isReady = kind === 'export' && status === 'completed' && isOpen
  return (
    <Card
      title={`${kind === 'export' ? 'Export' : 'Erasure'}: ${whose}`}
      description={t`Requested ${timeText(created_at)}`}
      action={
        <StatusBadge tone={status === 'completed' ? 'good' : 'warn'}>
          {status === 'completed' ? t`Completed` : t`In progress`}
        </StatusBadge>
      }
    >
      {status === 'running' && <Progress value={(done / parts.length) * 100} aria-label={t`Progress`} />}
      <Text size="sm" c="dimmed">
        <Trans>
          {done} of {parts.length} parts of Usher done, {records} {records === 1 ? 'record' : 'records'}
          {completed_at && `, on ${timeText(completed_at)}`}
        </Trans>
      </Text>
      {isReady && (
        <Group>
          <Button
            component="a"
            variant="default"
            href={`/account/privacy-requests/${encodeURIComponent(id)}/result`}
            download={`${id}.json`}
            leftSection={<Download size={18} aria-hidden />}
          >
            <Trans>Download</Trans>
          </Button>
          <Text size="sm" c="dimmed">
            <Trans>Until {timeText(expires_at)}</Trans>
          </Text>
        </Group>
      )}
    </Card>
  )
}
