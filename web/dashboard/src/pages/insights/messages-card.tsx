import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { locale } from '../../language/language.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { Part } from '../../ui/part.tsx'
import { Figures } from './figures.tsx'
import type { Period } from './period.ts'
import { messagesQuery } from './queries.ts'
import { shareOf } from './words.ts'

/** Message outcomes. */
export function MessagesCard({ period }: { period: Period }) {
  // The card is there before its messages are.
  const { data } = useQuery(messagesQuery(period))
  return (
    <Card
      title={t`Messages`}
      description={
        data?.isCut
          ? t`The newest ${{ count: data.all.length }} messages in this period.`
          : t`All in this period.`
      }
      action={<Anchor href="/messages">{t`View messages`}</Anchor>}
    >
      <Part resetOn={period}>
        <Outcomes period={period} />
      </Part>
    </Card>
  )
}

function Outcomes({ period }: { period: Period }) {
  const { all } = useSuspenseQuery(messagesQuery(period)).data
  if (all.length === 0) return <Text c="dimmed">{t`No messages were sent in this period.`}</Text>
  const count = (status: (typeof all)[number]['status']) => all.filter((one) => one.status === status).length
  const by = (channel: (typeof all)[number]['channel']) => all.filter((one) => one.channel === channel).length
  return (
    <Figures
      figures={[
        {
          label: t({ message: 'messages', context: 'under their number' }),
          value: all.length.toLocaleString(locale),
        },
        {
          label: t({ message: 'delivered', context: 'under a share of the messages' }),
          value: shareOf(count('delivered'), all.length),
        },
        {
          label: t({ message: 'sent, not confirmed', context: 'under a share of the messages' }),
          value: shareOf(count('sent'), all.length),
        },
        {
          label: t({ message: 'failed', context: 'under a share of the messages' }),
          value: shareOf(count('failed'), all.length),
        },
        {
          label: t({ message: 'by SMS', context: 'under a share of the messages' }),
          value: shareOf(by('sms'), all.length),
        },
        {
          label: t({ message: 'by push', context: 'under a share of the messages' }),
          value: shareOf(by('push'), all.length),
        },
      ]}
    />
  )
}
