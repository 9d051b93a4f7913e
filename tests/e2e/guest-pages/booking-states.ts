import { HOUR_MS } from '@usher/service-kit/durations'
import { made } from '../made.ts'
import type { Usher } from '../stack.ts'
import { givenBookingPage } from './booking-page.ts'
import type { GuestPage } from './states.ts'

const QUESTIONS = [
  { key: 'first', label: 'This is my first visit', type: 'boolean', required: false },
  {
    ...{ key: 'language', label: 'Which language do you prefer?', type: 'choice', required: true },
    options: ['English', 'Deutsch'],
  },
]

const WORDS = { description: 'Wash, cut and dry. Please come five minutes early, with dry hair.' }

/** The booking page in its states. The page itself offers three services; each has one of its own. */
export async function bookingPages(
  usher: Usher,
  inLanguages: (page: GuestPage) => GuestPage[],
): Promise<GuestPage[]> {
  const given = await givenBookingPage(usher, {
    provider: { name: 'Grace Hopper', timezone: 'Europe/Berlin' },
    others: ['Beard', 'Colour and highlights'],
    service: {
      ...{ name: 'Haircut', ...WORDS, capacity: 3, duration_options: [45, 60] },
      ...{ price: { amount: 4_050, currency: 'EUR' }, online_booking: { questions: QUESTIONS } },
    },
  })
  const { owner, servicePath, serviceId, path } = given
  const linus = await made(owner, '/api/providers', {
    name: 'Linus',
    timezone: 'Europe/Berlin',
    weekly_hours: [],
  })
  const provider_ids = [given.providerId, linus.id]
  await owner('PATCH', `/api/service-types/${serviceId}`, { body: { provider_ids } })
  const kept = new URLSearchParams({ until: new Date(Date.now() + HOUR_MS / 6).toISOString() })
  const details = given.detailsPath.replace(/until=[^&]+/, kept.toString())
  return [
    ...inLanguages({ name: 'book-services', path }),
    ...inLanguages({ name: 'book-times', path: servicePath }),
    { name: 'book-no-times', path: `${servicePath}?with=${linus.id}` },
    { name: 'book-times-kept', path: details.replace('/details', '') },
    ...inLanguages({ name: 'book-details', path: details }),
    { name: 'book-details-late', path: given.detailsPath },
    { name: 'book-embedded', path: `${servicePath}?embed=1` },
    { name: 'book-gone', path: `${path}/nothing` },
    { name: 'book-unknown', path: '/book/nothing' },
  ]
}
