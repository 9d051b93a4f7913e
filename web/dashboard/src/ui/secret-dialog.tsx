import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Modal, Stack } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyText } from './copy-text.tsx'

interface Props {
  readonly title: string
  readonly label: string
  /** undefined: closed. */
  readonly secret: string | undefined
  readonly onClose: () => void
  /** How it is used. */
  readonly children?: ReactNode
}

/** Shows a secret once. A click outside does not close it. */
export function SecretDialog({ title, label, secret, onClose, children }: Props) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
    >
      <Stack>
        <Alert variant="outline" color="yellow" icon={<KeyRound aria-hidden />}>
          <Trans>Copy it now and keep it like a password. It is not shown again.</Trans>
        </Alert>
        <CopyText text={secret ?? ''} label={label} />
        {children}
        <Button onClick={onClose}>{t`I have saved it`}</Button>
      </Stack>
    </Modal>
  )
}
