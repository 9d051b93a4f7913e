import { Trans } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Later } from '../../ui/later.tsx'
import { useShownZone } from '../../ui/shown-zone.ts'
import { boardParts } from './later.ts'
import type { LeftTodayProps } from './left-today.tsx'
import { leftQuery } from './queries.ts'

/** Shorter words find too many. */
const MIN_SEARCHED = 2

/** Guests who left today and match a search; the children if there are none. */
export function FoundAmongLeft({ search, children, ...list }: LeftTodayProps & { children: ReactNode }) {
  const words = search.trim()
  const zone = useShownZone()
  const { data: guests = [] } = useQuery({
    ...leftQuery(list.queueId, zone, words),
    enabled: words.length >= MIN_SEARCHED,
  })
  if (words.length < MIN_SEARCHED || guests.length === 0) return children
  return (
    <>
      <Title order={2} size="h4">
        <Trans>Left today</Trans>
      </Title>
      <Later of={boardParts} isWanted>
        {({ LeftList }) => <LeftList guests={guests} {...list} />}
      </Later>
    </>
  )
}
