import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Drawer, Anchor as FileAnchor, Group, Stack, Text } from '@mantine/core'
import { Anchor } from '../../ui/anchor.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { LoggedRequest } from './queries.ts'
import { durationText, exactTime, toneOf } from './tone.ts'

interface Props {
  /** undefined: closed. */
  readonly request: LoggedRequest | undefined
  readonly onClose: () => void
}

/** The details of one request, with links to more. */
export function RequestDrawer({ request, onClose }: Props) {
  return (
    <Drawer opened={request !== undefined} onClose={onClose} title={t`Request`} position="right" size="lg">
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
