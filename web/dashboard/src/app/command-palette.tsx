import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarClock, ListOrdered, User } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { bookingPath, customerQuery } from '../api/bookables.ts'
import { api } from '../api/client.ts'
import { queuesQuery } from '../api/queues.ts'
import { useCan, useMe } from '../api/session.ts'
import { useSettled } from '../ui/use-settled.ts'
import { dayAndClock } from '../ui/zone-time.ts'
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
        id,
        label,
        keywords,
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
        id,
        label: customer.name,
        keywords,
        description: dayAndClock(start, zone),
        leftSection: <CalendarCheck size={18} aria-hidden />,
        onClick: () => navigate(bookingPath(id)),
      })),
    },
    {
      group: t`Standby list`,
      actions: standbys.map(({ id, customer, service_name: description }) => ({
        id,
        label: customer.name,
        keywords,
        description,
        leftSection: <CalendarClock size={18} aria-hidden />,
        onClick: () => navigate('/bookings/standby'),
      })),
    },
  ]
}

const SHOWN = 5

/** One letter finds too many, except in scripts where it may be a word. */
const isEnough = (text: string): boolean => text.length > 1 || /^\p{Lo}/u.test(text)

/** Guests, bookings and standbys of all dates that match a text, latest first, once typing pauses. */
function usePeopleFound(typed: string) {
  const { scopes, organization } = useMe()
  const text = useSettled(typed.trim())
  const query = { q: text, limit: SHOWN }
  const isSought = isEnough(text)
  const isBooked = isSought && organization.early_access && scopes.includes('bookings:read')
  const { data: guests = [] } = useQuery({
    queryKey: ['guests-found', text],
    enabled: isSought && scopes.includes('guests:read'),
    queryFn: async () => (await api.get('/v1/guests', { params: { query } })).data.data,
  })
  const { data: bookings = [] } = useQuery({ ...customerQuery(text), enabled: isBooked })
  const { data: standbys = [] } = useQuery({
    queryKey: ['standbys', 'found', text],
    enabled: isBooked,
    queryFn: async () => (await api.get('/api/standbys', { params: { query } })).data.data,
  })
  return isSought
    ? { text, guests, bookings: bookings.slice(0, SHOWN), standbys }
    : { text, guests: [], bookings: [], standbys: [] }
}
