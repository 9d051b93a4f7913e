import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { Paused } from './paused.tsx'
import { type Connection, connectUrl } from './queries.ts'

/** Why a connection does not work, and how to fix it. */
export function Trouble({ connection }: { connection: Connection }) {
  return (
    <>
      {connection.status === 'needs_reauth' && <Reconnect connection={connection} />}
      {connection.breaker && <Paused connection={connection} breaker={connection.breaker} />}
    </>
  )
}

function Reconnect({ connection: { provider_id, account_email } }: { connection: Connection }) {
  return (
    <Alert variant="outline" color="red" icon={<TriangleAlert aria-hidden />}>
      <Text mb="sm">
        {t`Google no longer gives Usher access. Bookings and busy times are not synced until ${account_email} is reconnected.`}
      </Text>
      <Button component="a" href={connectUrl(provider_id)}>
        <Trans>Reconnect</Trans>
      </Button>
    </Alert>
  )
}
