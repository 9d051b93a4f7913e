import { Text } from '@mantine/core'
import { CodeSamples } from '../../ui/code-samples.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { RECEIVERS } from '../developers/receivers.ts'

/** The secret of an endpoint, with code that verifies deliveries. */
export function WebhookSecret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <SecretDialog title="Signing secret" label="Signing secret" secret={secret} onClose={onClose}>
      <Text>
        Every delivery is signed with it. Verify the signature over the raw body before you trust its content:
      </Text>
      <CodeSamples label="Receive webhooks" samples={RECEIVERS} />
    </SecretDialog>
  )
}
