import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useShownZone } from '../../ui/shown-zone.ts'
import { EmptyState } from '../../ui/states.tsx'
import { LeftList } from './left-list.tsx'
import { type Guest, isShown } from './line.ts'
import { leftQuery } from './queries.ts'

export interface LeftTodayProps {
  readonly queueId: string
  readonly search: string
  readonly canWrite: boolean
  readonly onOpen: (guest: Guest) => void
}

/** Everybody who has left the line today. */
export function LeftToday({ search, ...list }: LeftTodayProps) {
  const { data: all } = useSuspenseQuery(leftQuery(list.queueId, useShownZone()))
  const guests = all.filter((guest) => isShown(guest, 'all', search))
  if (guests.length > 0) return <LeftList guests={guests} {...list} />
  return (
    <EmptyState icon={History} title={all.length > 0 ? t`No guest matches` : t`Nobody has left today`}>
      <Trans>Guests who were seated, left or did not show up stay on this list until midnight.</Trans>
    </EmptyState>
  )
}
