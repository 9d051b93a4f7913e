import { DateTime } from 'luxon'
import { z } from 'zod'
import { type LocalGoogle, startLocalGoogle } from './local-google.ts'

const DEMO_EMAIL = 'robin@local-google.test'
const DEMO_ZONE = 'Europe/Berlin'

/** The settings of the process (README.md). */
const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  FILE: z.string().min(1).exactOptional(),
  CLIENT_ID: z.string().min(1).default('usher.apps.local-google.test'),
  CLIENT_SECRET: z.string().min(1).default('GOCSPX-local-google'),
  REDIRECT_URIS: z
    .string()
    .default('')
    .transform((uris) => uris.split(',').filter(Boolean)),
  SEED: z.enum(['demo']).optional(),
})

/** Creates a demo account with two calendars and a few upcoming events, unless there is an account. */
function seedDemo(google: LocalGoogle): void {
  if (google.accounts.length > 0) return
  google.createAccount(DEMO_EMAIL, { name: 'Robin Demo', timeZone: DEMO_ZONE })
  const family = google.createCalendar(DEMO_EMAIL, { summary: 'Family', timeZone: DEMO_ZONE })
  const today = DateTime.now().setZone(DEMO_ZONE).startOf('day')
  const at = (days: number, hour: number) => ({
    dateTime: today.plus({ days }).set({ hour }).toISO(),
    timeZone: DEMO_ZONE,
  })
  const own = google.events(DEMO_EMAIL)
  own.insert({ summary: 'Dentist', start: at(1, 10), end: at(1, 11) })
  const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=8']
  own.insert({ summary: 'Team meeting', start: at(2, 9), end: at(2, 10), recurrence })
  own.insert({ summary: 'Tax papers', start: at(3, 14), end: at(3, 15), transparency: 'transparent' })
  google.events(family, DEMO_EMAIL).insert({ summary: 'School play', start: at(2, 17), end: at(2, 19) })
}

const settings = schema.safeParse(process.env)
if (!settings.success) throw new Error(`configuration is not valid:\n${z.prettifyError(settings.error)}`)
const { HOST: host, PORT: port, FILE, CLIENT_ID, CLIENT_SECRET, REDIRECT_URIS, SEED } = settings.data
const client = { id: CLIENT_ID, secret: CLIENT_SECRET, redirectUris: REDIRECT_URIS }
const google = await startLocalGoogle({ host, port, client, ...(FILE && { file: FILE }) })
if (SEED) seedDemo(google)
process.stdout.write(`Local Google at ${google.url}\n`)

async function stop(): Promise<void> {
  await google[Symbol.asyncDispose]()
  // An open channel to the supervisor would keep the process alive.
  if (process.connected) process.disconnect()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
if (process.send) process.once('disconnect', () => void stop())
