import { Usher } from '@usher/sdk'

/** Prints the names of the guests of a queue as they are called. */
const { USHER_URL = '', USHER_API_KEY = '' } = process.env
const [queueId = ''] = process.argv.slice(2)

const usher = new Usher({ baseUrl: USHER_URL, apiKey: USHER_API_KEY })
const { name } = await usher.queues.get(queueId)
// Reconnects by itself, and resumes after the last event.
for await (const { type, data } of usher.queues.stream(queueId)) {
  if (type === 'snapshot') console.log(`Following ${name}`)
  if (type === 'guest.notified') console.log(data.guest?.name)
}
