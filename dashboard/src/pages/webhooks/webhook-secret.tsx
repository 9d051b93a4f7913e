import { Text } from '@mantine/core'
import { CopyText } from '../../ui/copy-text.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { WEBHOOK_RECEIVER } from '../developers/examples.ts'

/** The secret of an endpoint, with code that verifies deliveries. */
export function WebhookSecret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <SecretDialog title="Signing secret" label="Signing secret" secret={secret} onClose={onClose}>
      <Text>
        Every delivery is signed with it. Verify the signature over the raw body before you trust its content:
      </Text>
      <CopyText text={WEBHOOK_RECEIVER} label="Receiver that verifies signatures" />
    </SecretDialog>
  )
}
