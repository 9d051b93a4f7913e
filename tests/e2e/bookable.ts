import type { Client } from '@usher/test-kit'
import { made } from './made.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const ALWAYS = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))

/** The customer of a booking. */
export const CUSTOMER = { name: 'Ada', phone: '+14155552671' }

/** Creates a service type that one provider offers at any time; returns its id. */
export async function createServiceType(owner: Client, duration_minutes = 30): Promise<string> {
  const hours = { timezone: 'UTC', weekly_hours: ALWAYS }
  const provider = await made(owner, '/api/providers', { name: 'Grace', ...hours })
  const body = { name: 'Cut', duration_minutes, provider_ids: [provider.id] }
  return (await made(owner, '/api/service-types', body)).id
}
