import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { CodeSamples } from '../../ui/code-samples.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { RECEIVERS } from '../developers/receivers.ts'

/** The secret of an endpoint, with code that verifies deliveries. */
export function WebhookSecret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <SecretDialog title={t`Signing secret`} label={t`Signing secret`} secret={secret} onClose={onClose}>
      <Text>
        <Trans>
          Every delivery is signed with it. Verify the signature over the raw body before you trust its
          content:
        </Trans>
      </Text>
      <CodeSamples label={t`Receive webhooks`} samples={RECEIVERS} />
    </SecretDialog>
  )
}
