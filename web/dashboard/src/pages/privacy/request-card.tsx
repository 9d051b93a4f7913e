import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Progress, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import type { Schemas } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { Card } from '../../ui/card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'

type Request = Schemas['PrivacyRequest']

/** How many services are done. */
const doneOf = (parts: Request['parts']): number =>
  parts.filter(({ status }) => status === 'completed').length

function progressOf({ parts, completed_at }: Request): string {
  const [done, total] = [doneOf(parts), parts.length]
  const records = parts.reduce((sum, part) => sum + part.records, 0)
  if (!completed_at) {
    return t`${done} of ${total} parts of Usher done, ${plural(records, { one: '# record', other: '# records' })}`
  }
  const time = timeText(completed_at)
  return t`${done} of ${total} parts of Usher done, ${plural(records, { one: '# record', other: '# records' })}, on ${time}`
}

/** One request with its progress. */
export function RequestCard({ request }: { request: Request }) {
  const { id, kind, subject, status, parts, created_at, expires_at } = request
  const whose = subject.organization
    ? t`The whole organisation`
    : (subject.phone ?? subject.email ?? subject.guest_id ?? '')
  const { member } = useMe()
  const isOpen = !subject.organization || member.role === 'owner'
  const isReady = kind === 'export' && status === 'completed' && isOpen
  return (
    <Card
      title={kind === 'export' ? t`Export: ${whose}` : t`Erasure: ${whose}`}
      description={t`Requested ${{ time: timeText(created_at) }}`}
      action={
        <StatusBadge tone={status === 'completed' ? 'good' : 'warn'}>
          {status === 'completed' ? t`Completed` : t`In progress`}
        </StatusBadge>
      }
    >
      {status === 'running' && (
        <Progress value={(doneOf(parts) / parts.length) * 100} aria-label={t`Progress`} />
      )}
      <Text size="sm" c="dimmed">
        {progressOf(request)}
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
            {t`Until ${{ time: timeText(expires_at) }}`}
          </Text>
        </Group>
      )}
    </Card>
  )
}
