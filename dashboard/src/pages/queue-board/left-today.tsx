import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Later } from '../../ui/later.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { boardParts } from './later.ts'
import { type Guest, isShown } from './line.ts'
import { leftQuery } from './queries.ts'

interface LeftTodayProps {
  readonly queueId: string
  readonly search: string
  readonly canWrite: boolean
  readonly onOpen: (guest: Guest) => void
}

/** Comes with the zone data, by which it tells when they left. */
const Left = (props: ComponentProps<typeof import('./left-list.tsx').LeftList>) => (
  <Later of={boardParts} isWanted>
    {({ LeftList }) => <LeftList {...props} />}
  </Later>
)

/** Everybody who has left the line today. */
export function LeftToday({ search, ...list }: LeftTodayProps) {
  const { data: all } = useSuspenseQuery(leftQuery(list.queueId))
  const guests = all.filter((guest) => isShown(guest, 'all', search))
  if (guests.length > 0) return <Left guests={guests} {...list} />
  return (
    <EmptyState icon={History} title={all.length > 0 ? t`No guest matches` : t`Nobody has left today`}>
      <Trans>Guests who were seated, left or did not show up stay on this list until midnight.</Trans>
    </EmptyState>
  )
}

/** Shorter words find too many. */
const MIN_SEARCHED = 2

/** Whom a search finds among those who have left today; the children if nobody. */
export function FoundAmongLeft({ search, children, ...list }: LeftTodayProps & { children: ReactNode }) {
  const words = search.trim()
  const { data: guests = [] } = useQuery({
    ...leftQuery(list.queueId, words),
    enabled: words.length >= MIN_SEARCHED,
  })
  if (words.length < MIN_SEARCHED || guests.length === 0) return children
  return (
    <>
      <Title order={2} size="h4">
        <Trans>Left today</Trans>
      </Title>
      <Left guests={guests} {...list} />
    </>
  )
}
