import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import type { Schemas } from '../api/client.ts'
import { timeText } from './time.ts'

type Lost = NonNullable<Schemas['Usage']['lost']>

/** How many requests, and when they were sent: "69 requests between … and … could not be recorded." */
function lostText({ requests, ...lost }: Lost): string {
  const [from, until] = [timeText(lost.from), timeText(lost.until)]
  return plural(requests, {
    one: `# request between ${from} and ${until} could not be recorded.`,
    other: `# requests between ${from} and ${until} could not be recorded.`,
  })
}

/** Shows which requests are missing from the usage figures. */
export const LostRequests = ({ lost }: { lost: Lost | null }) =>
  lost && (
    <Alert color="yellow" variant="outline" title={t`Some requests are not counted`}>
      {lostText(lost)} <Trans>This covers all keys and members. The figures below exclude them.</Trans>
    </Alert>
  )
