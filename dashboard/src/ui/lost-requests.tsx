import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import type { Schemas } from '../api/client.ts'
import { locale } from '../language/language.ts'
import { timeText } from './time.ts'

type Lost = NonNullable<Schemas['Usage']['lost']>

/** How many requests, and when they were sent: "69 requests between … and …". */
export function lostText({ requests, from, until, exact }: Lost): string {
  const count = `${exact ? '' : 'At least '}${requests.toLocaleString(locale)} ${requests === 1 ? 'request' : 'requests'}`
  return `${count} between ${timeText(from)} and ${timeText(until)}`
}

/** Shows which requests are missing from the usage figures. */
export const LostRequests = ({ lost }: { lost: Lost | null }) =>
  lost && (
    <Alert color="yellow" variant="outline" title={t`Some requests are not counted`}>
      <Trans>
        {lostText(lost)}, across all keys and members, could not be recorded. These figures leave them out.
      </Trans>
    </Alert>
  )
