import { DAY_MS } from '@usher/service-kit/durations'
import type { HotPath } from './hot-path.ts'

const RANGES = 28
const RANGE_DAYS = 7

/** A week of free times of the demo's service type, starting on a day of the next four weeks. */
export const availability: HotPath = {
  name: 'availability',
  title: `find free times of ${RANGE_DAYS} days, of two providers`,
  operations: 500,
  async prepare(client) {
    const { data } = await client.send<{ data: { id: string }[] }>(
      'GET',
      '/api/service-types',
      undefined,
      await client.tokenHeaders(),
    )
    const tomorrow = Math.ceil(Date.now() / DAY_MS) * DAY_MS
    const paths = Array.from({ length: RANGES }, (_, day) => {
      const from = tomorrow + day * DAY_MS
      const range = { from: isoTime(from), to: isoTime(from + RANGE_DAYS * DAY_MS) }
      return `/api/availability?${new URLSearchParams({ service_type_id: data[0]?.id ?? '', ...range })}`
    })
    return async () => {
      // A token would not last for the whole run.
      const headers = await client.tokenHeaders()
      return (index) => client.send('GET', paths[index % RANGES] ?? '', undefined, headers)
    }
  },
}

const isoTime = (time: number) => new Date(time).toISOString()
