import { useQuery } from '@tanstack/react-query'
import { customerQuery } from '../api/bookables.ts'
import { api } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { useSettled } from '../ui/use-settled.ts'

const SHOWN = 5

/** One letter finds too many, except in scripts where it may be a word. */
const isEnough = (text: string): boolean => text.length > 1 || /^\p{Lo}/u.test(text)

/** Guests, bookings and standbys of all dates that match a text, latest first, once typing pauses. */
export function usePeopleFound(typed: string) {
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
