import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { Card } from '../../ui/card.tsx'
import { EnrolDialog } from './enrol-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

export function SecondFactorCard() {
  const { second_factor, recovery_codes_left } = useMe()
  const [dialog, setDialog] = useState<'enrol' | 'remove'>()
  const close = () => setDialog(undefined)
  return (
    <Card
      title={t`Second factor`}
      description={
        second_factor
          ? plural(recovery_codes_left, {
              one: 'Signing in needs a code from your authenticator app. # recovery code is left.',
              other: 'Signing in needs a code from your authenticator app. # recovery codes are left.',
            })
          : t`A code from an authenticator app, in addition to your password. A stolen password is then not enough to sign in.`
      }
      action={
        second_factor && (
          <Badge bg="var(--usher-accent-soft)" c="var(--usher-accent-text)">
            <Trans context="second factor">On</Trans>
          </Badge>
        )
      }
    >
      <div>
        {second_factor ? (
          <Button variant="default" onClick={() => setDialog('remove')}>
            <Trans>Turn it off</Trans>
          </Button>
        ) : (
          <Button onClick={() => setDialog('enrol')}>
            <Trans>Set it up</Trans>
          </Button>
        )}
      </div>
      <EnrolDialog isOpen={dialog === 'enrol'} onClose={close} />
      <RemoveDialog isOpen={dialog === 'remove'} onClose={close} />
    </Card>
  )
}
