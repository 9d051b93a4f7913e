import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarClock, ListOrdered, User } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { bookingPath } from '../api/bookables.ts'
import { queuesQuery } from '../api/queues.ts'
import { useCan, useMe } from '../api/session.ts'
import { dayAndClock } from '../ui/zone-time.ts'
import { usePeopleFound } from './use-people-found.ts'
import { useShownPages } from './use-shown-pages.ts'

const MAX_SHOWN = 20

/** Finds people, queues and pages by part of a name. Loaded on first use, so it opens as soon as it mounts. */
export function CommandPalette() {
  const [, navigate] = useLocation()
  const pages = useShownPages()
  const canRead = useCan('queues:read')
  const { data: queues = [] } = useQuery({ ...queuesQuery, enabled: canRead })
  const [query, setQuery] = useState('')
  const people = usePeopleActions(query, new Map(queues.map(({ id, name }) => [id, name])))
  useEffect(() => {
    spotlight.open()
  }, [])
  const label = t`Find a person, queue or page`
  const actions: SpotlightActionGroupData[] = [
    {
      group: t`Queues`,
      actions: queues.map(({ id, name }) => ({
        id,
        label: name,
        leftSection: <ListOrdered size={18} aria-hidden />,
        onClick: () => navigate(`/queues/${id}`),
      })),
    },
    {
      group: t`Pages`,
      actions: pages.map(({ path, title, nav: { label: shown = title, icon: Icon } }) => ({
        id: path,
        label: i18n._(shown),
        leftSection: <Icon size={18} aria-hidden />,
        onClick: () => navigate(path),
      })),
    },
    ...people,
  ]
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      tagsToIgnore={[]}
      limit={MAX_SHOWN}
      attributes={{ content: { 'aria-label': label } }}
      nothingFound={t`Nothing found`}
      searchProps={{ placeholder: label, 'aria-label': label }}
    />
  )
}

/** The people found. Their keyword is the text: the library would hide those found by their phone. */
function usePeopleActions(
  query: string,
  queueNames: ReadonlyMap<string, string>,
): SpotlightActionGroupData[] {
  const [, navigate] = useLocation()
  const { timezone } = useMe().organization
  const { text, guests, bookings, standbys } = usePeopleFound(query)
  const keywords = [text]
  return [
    {
      group: t`Guests`,
      actions: guests.map(({ id, name: label, queue_id, created_at }) => ({
        ...{ id, label, keywords },
        description: [queueNames.get(queue_id) ?? '', dayAndClock(created_at, timezone)]
          .filter(Boolean)
          .join(' · '),
        leftSection: <User size={18} aria-hidden />,
        onClick: () => navigate(`/queues/${queue_id}?guest=${id}`),
      })),
    },
    {
      group: t`Bookings`,
      actions: bookings.map(({ id, customer, start, timezone: zone }) => ({
        ...{ id, label: customer.name, keywords, description: dayAndClock(start, zone) },
        leftSection: <CalendarCheck size={18} aria-hidden />,
        onClick: () => navigate(bookingPath(id)),
      })),
    },
    {
      group: t`Standby list`,
      actions: standbys.map(({ id, customer, service_name: description }) => ({
        ...{ id, label: customer.name, keywords, description },
        leftSection: <CalendarClock size={18} aria-hidden />,
        onClick: () => navigate('/bookings/standby'),
      })),
    },
  ]
}
