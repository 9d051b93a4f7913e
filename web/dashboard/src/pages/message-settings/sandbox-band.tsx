import { t } from '@lingui/core/macro'
import { Alert } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { isTestMode } from '../../api/mode.ts'
import { useCan } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { sandboxQuery } from './queries.ts'

/** Shown on parts about messages while live ones go to the sandbox. Test data has a band of its own. */
export function SandboxBand() {
  return useCan('notifications:read') && !isTestMode && <Band />
}

function Band() {
  const mayConnect = useCan('message-providers:manage')
  const { data: channels } = useSuspenseQuery(sandboxQuery)
  if (channels.length === 0) return null
  return (
    <Alert color="yellow" variant="outline" py="xs" mb="md">
      {textOf(channels)}{' '}
      {mayConnect && <Anchor href="/settings/messages" fz="inherit">{t`Connect a message service`}</Anchor>}
    </Alert>
  )
}

function textOf(channels: Schemas['NotificationSettings']['sandbox_channels']): string {
  if (channels.length > 1) return t`Messages go to the sandbox: nobody receives them.`
  return channels.includes('sms')
    ? t`Text messages go to the sandbox: nobody receives them.`
    : t`E-mails go to the sandbox: nobody receives them.`
}
