import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { collectEvents, type EventCollector, openClient, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { consentAt } from '../google.ts'
import type { Usher } from '../stack.ts'
import { applicationOf } from './coming.ts'
import { authPath, EMAIL, givenProvider, type Venue } from './venue.ts'

/** Everything that was logged, sent or published while tests ran. */
export interface CapturedOutput extends AsyncDisposable {
  readonly events: EventCollector
}

export async function captureOutput({ usher }: Venue): Promise<CapturedOutput> {
  const events = await collectEvents(usher.rabbitUrl)
  return { events, [Symbol.asyncDispose]: () => events[Symbol.asyncDispose]() }
}

/** All files of a folder, as text. */
async function filesOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8').catch(() => ''))
  return (await Promise.all(texts)).join('\n')
}

/** Every document of every database. */
async function documentsOf({ stack }: Usher): Promise<string> {
  const connection = mongoose.createConnection(stack.environments.queue?.MONGODB_URL ?? '')
  try {
    const client = (await connection.asPromise()).getClient()
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    const own = databases
      .map(({ name }) => client.db(name))
      .filter(({ databaseName }) => databaseName.startsWith('usher'))
    const collections = (await Promise.all(own.map((db) => db.collections()))).flat()
    const all = await Promise.all(
      collections.map(async (one) => ({ [one.namespace]: await one.find().toArray() })),
    )
    return JSON.stringify(all)
  } finally {
    await connection.destroy()
  }
}

/** The random end of a secret: it shows up however the secret was encoded. */
const tail = (secret: string): string => secret.slice(-40)

/** Searches for secrets of Google and the service everywhere anything was written. */
export function describeSecrets(
  given: () => { readonly venue: Venue; readonly heard: CapturedOutput },
): void {
  test('logs, responses, events, webhooks and databases contain no Google secret or calendar text', async () => {
    const { venue, heard } = given()
    const { usher, owner } = venue
    const { answers, told } = await mishaps(venue)
    const marker = { 'x-request-id': 'the-last-request' }
    await owner('GET', '/api/google-calendar/connections', { headers: marker })
    const logs = () => filesOf(join(usher.home, 'logs'))
    await until('the logs', async () => (await logs()).includes('the-last-request'))
    const places: Record<string, string> = {
      logs: await logs(),
      answers: JSON.stringify(answers),
      events: JSON.stringify(heard.events.events),
      webhooks: venue.receiver.received.map(({ raw }) => raw.toString()).join('\n'),
      databases: await documentsOf(usher),
    }
    // Prove that each place was really searched.
    expect(places.logs).toContain('finishGoogleCalendarAuth')
    expect(places.events).toContain('calendar.busy')
    expect(places.webhooks).toContain('booking.cancelled')
    expect(places.databases).toContain('usher_calendar_sync.connections')
    expect(answers.length).toBeGreaterThan(4)
    expect(told.every((secret) => secret.length > 40)).toBe(true)
    const { secrets } = usher.google
    expect(secrets.length).toBeGreaterThan(10)
    const found = Object.entries(places).flatMap(([place, text]) =>
      [...secrets, ...told]
        .filter((secret) => text.includes(tail(secret)))
        .map((secret) => `${place}: ${secret}`),
    )
    expect(found).toEqual([])
    // Nothing that people put into their calendars may leak either.
    for (const text of Object.values(places)) expect(text).not.toMatch(/Dentist|"Lunch"/)
  })
}

/** Makes the usual things go wrong; returns the responses, and the states and forms that were used. */
async function mishaps(venue: Venue) {
  const { usher, owner } = venue
  const { google, stack } = usher
  const { providerId } = await givenProvider(owner)
  const begin = async () => (await owner('GET', authPath(providerId))).body.authorization_url
  const open = openClient(stack.url)
  const answers: unknown[] = []
  const told: string[] = []
  const take = async (answer: Promise<{ status: number; body: unknown; headers: Headers }>) => {
    const { status, body, headers } = await answer
    answers.push({ status, body, headers: [...headers] })
  }
  const back = await consentAt(await begin())
  told.push(new URLSearchParams(back.split('?')[1]).get('state') ?? '')
  await take(open('GET', back))
  google.faults.add({ kind: 'backendError', path: /^\/token/, times: 10 })
  await take(owner('GET', back))
  google.faults.clear()
  await take(owner('GET', back))
  await take(owner('GET', `${back}&code=again`))
  await take(owner('POST', back))
  await take(owner('GET', `${await consentAt(await begin())}x`))
  google.faults.add({ kind: 'backendError', path: /calendarList/, times: 10 })
  await take(owner('GET', await consentAt(await begin())))
  google.faults.clear()
  await take(open('POST', '/api/google-calendar/confirm/not-a-token'))
  const asked = (await (await applicationOf(venue))('GET', authPath(providerId))).body.authorization_url
  const question = await open('GET', await consentAt(asked))
  const form = /confirm\/([\w-]+)"/.exec(question.body)?.[1] ?? ''
  told.push(new URL(asked).searchParams.get('state') ?? '', form)
  // The response repeats the requested address to whoever knew it; nothing else may contain it.
  await open('GET', `/api/google-calendar/confirm/${form}`)
  for (const _ of [1, 2]) await take(open('POST', `/api/google-calendar/confirm/${form}`))
  google.expireAccessTokens()
  google.revokeGrant(EMAIL)
  const { data } = (await owner('GET', '/api/google-calendar/connections?limit=100')).body
  for (const { id } of data) await take(owner('GET', `/api/google-calendar/connections/${id}/calendars`))
  return { answers, told }
}
