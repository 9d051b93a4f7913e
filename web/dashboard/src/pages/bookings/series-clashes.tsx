import { plural, t } from '@lingui/core/macro'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { UsherError } from '@usher/sdk/client'
import { ruleText } from '../../api/rule-words.ts'
import { dayAndClock } from '../../ui/zone-time.ts'
import { RefusalAlert } from './refusal-alert.tsx'

type Clash = UsherError['clashes'][number]

/** What clashes, if the error is a refused series. */
export const clashesOf = (error: unknown): readonly Clash[] | undefined =>
  error instanceof UsherError && error.code === 'series_clash' ? error.clashes : undefined

interface Props {
  readonly clashes: readonly Clash[]
  /** Visits that were asked for. */
  readonly count: number
  readonly zone: string
  readonly providerName: (id: string) => string
  readonly isSending: boolean
  readonly onBookRest: () => void
}

/** Shows which visits of a series cannot be booked, and the nearest free time to each. */
export function SeriesClashes({ clashes, count, zone, providerName, isSending, onBookRest }: Props) {
  const taken = clashes.length
  const rest = count - taken
  return (
    <RefusalAlert
      title={plural(taken, {
        one: 'One time is not free. Nothing is booked yet.',
        other: '# times are not free. Nothing is booked yet.',
      })}
    >
      <Stack gap="sm">
        <List mah={240} tabIndex={0} aria-label={t`Times that are not free`} style={{ overflow: 'auto' }}>
          {clashes.map((clash) => (
            <List.Item key={clash.start}>
              <Text fw={600}>{dayAndClock(clash.start, zone)}</Text>
              <Text size="sm">{reasonOf(clash)}</Text>
              <Text size="sm">{nearestText(clash, zone, providerName)}</Text>
            </List.Item>
          ))}
        </List>
        {rest > 0 && (
          <Group>
            <Button loading={isSending} onClick={onBookRest}>
              {plural(rest, { one: 'Book the other visit', other: 'Book the other # visits' })}
            </Button>
          </Group>
        )}
        <Text size="sm">{t`Or choose another time.`}</Text>
      </Stack>
    </RefusalAlert>
  )
}

const reasonOf = ({ code, rules }: Clash): string =>
  code === 'limit_reached'
    ? t`The customer has reached the limit of bookings for this day.`
    : rules.map(ruleText).join(' ')

function nearestText({ nearest }: Clash, zone: string, providerName: Props['providerName']): string {
  if (!nearest) return t`No free times nearby.`
  const [provider = ''] = nearest.provider_ids
  return t`Nearest free time: ${{ time: dayAndClock(nearest.start, zone) }} · ${{ provider: providerName(provider) }}`
}
