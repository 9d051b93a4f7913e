import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, sessionClient, until } from '@usher/test-kit'
import { givenBooking, givenVenue } from '../guest-pages/venue.ts'
import { made } from '../made.ts'
import type { Usher } from '../stack.ts'
import type { KnownPage } from './pages.ts'

/** Sets `hacked` of the window wherever it is executed; without a dot, as names of applications hold no web address. */
const RUNS = '(hacked=1)'

/** Texts for every field that people can write: each does harm if it is interpreted, or is too wide. */
const TEXTS = [
  `<img src=x onerror="${RUNS}">"'><script>${RUNS}</script>`,
  `javascript:${RUNS}//\${${RUNS}}'-${RUNS}-'`,
  `{{constructor['constructor']("${RUNS}")()}}{%raw%}`,
  // Right-to-left text, without the override characters, which single-line fields reject.
  '\u200Fgnp.exe \u05D0\u05D1 (\u0645\u0631\u062D\u0628\u0627) 1) 2]\u061C',
  'W'.repeat(1_000),
  '👩‍👩‍👧‍👦🏴‍☠️'.repeat(80),
  'a\u0300\u0301\u0302\u0303\u0304'.repeat(60),
  '\u2400␀%00&#0;\\u0000\\x00',
]

/** As much of a text as a field accepts, without cutting a character in half. */
const upTo = (text: string, max: number): string =>
  text
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$|\u200D$/u, '')
    .trim()

interface HostilePages extends AsyncDisposable {
  /** Members' detail pages. */
  readonly pages: readonly KnownPage[]
  readonly paths: readonly string[]
}

/** Fills an organisation's names with hostile texts, and returns the pages that show them. */
export async function fillWithHostileTexts(usher: Usher): Promise<HostilePages> {
  const owner = await sessionClient(usher.stack.url, usher.demo)
  const receiver = await startHostileReceiver()
  const all = { pages: [] as KnownPage[], paths: [] as string[] }
  for (const text of TEXTS) {
    const { id, paths } = await fillQueue(usher, text)
    await fillOthers(owner, text)
    await fillBookings(owner, text)
    all.pages.push(
      { name: 'board', path: `/queues/${id}`, shown: /./ },
      { name: 'settings', path: `/queues/${id}/settings`, shown: /./ },
    )
    all.paths.push(...paths)
  }
  await owner('PATCH', '/api/booking-page', { body: { slug: `hostile-${randomUUID()}` } })
  const endpoint = await testedEndpoint(owner, receiver.url)
  all.pages.push({ name: 'endpoint', path: `/settings/webhooks/${endpoint}`, shown: /./ })
  const booking = await givenBooking(usher)
  await made(owner, `/api/bookings/${booking.id}/cancel`, { reason: TEXTS[0] }, 200)
  return { ...all, paths: [...all.paths, booking.path], [Symbol.asyncDispose]: receiver.stop }
}

async function fillQueue(usher: Usher, text: string): Promise<{ id: string; paths: string[] }> {
  const name = upTo(text, 100)
  const venue = await givenVenue(usher, {
    name,
    priority_classes: [{ key: 'vip', name: upTo(text, 60), level: 1 }],
    custom_fields: [
      { key: 'where', label: name, type: 'choice', required: false, options: [upTo(text, 60)], public: true },
    ],
  })
  const more = {
    notes: upTo(text, 500),
    tags: [upTo(text, 40)],
    priority: 'vip',
    fields: { where: upTo(text, 60) },
  }
  const called = await venue.guest(name, { ...more, phone: '+14155552671', party_size: 99 })
  const waiting = await venue.guest(name, more)
  await made(venue.api, `/v1/guests/${called.id}/notify`, {}, 200)
  await made(venue.api, `/v1/queues/${venue.queueId}/pause`, { reason: upTo(text, 200) }, 200)
  const { joinPath, displayPath } = venue
  return {
    id: venue.queueId,
    paths: [called.path, waiting.path, joinPath, `${joinPath}/poster`, displayPath],
  }
}

async function fillOthers(owner: Client, text: string): Promise<void> {
  const name = upTo(text, 100)
  // Liquid would be rejected here, so only names try it.
  const words = text.includes('{%') ? 'Hi' : upTo(text, 1_500)
  await made(owner, '/v1/notifications/templates', { name, text: words, kind: 'custom' })
  await made(owner, '/account/api-keys', { name, scopes: ['queues:read'] })
  const redirect_uris = [`https://example.com/${encodeURIComponent(upTo(text, 40))}`]
  // Names of applications in several scripts are rejected, so others try them.
  const application = { name: /\p{Script=Hebrew}/u.test(text) ? 'App' : name, redirect_uris }
  await made(owner, '/account/oauth-clients', { ...application, scopes: ['queues:read'] })
  await made(owner, '/v1/webhook-endpoints', {
    url: `https://example.com/${'a'.repeat(300)}?${encodeURIComponent(upTo(text, 200))}`,
    description: upTo(text, 200),
    metadata: { team: upTo(text, 500) },
    enabled: false,
  })
}

async function fillBookings(owner: Client, text: string): Promise<void> {
  const name = upTo(text, 100)
  const description = upTo(text, 1_000)
  const shown = { name, description, translations: { de: { name, description } } }
  const provider = await made(owner, '/api/providers', { name, timezone: 'UTC' })
  const { id: category_id } = await made(owner, '/api/categories', shown)
  await made(owner, '/api/products', { ...shown, category_id, sku: upTo(text, 60) })
  await made(owner, '/api/service-types', {
    ...{ name, description, category_id },
    ...{ duration_minutes: 30, provider_ids: [provider.id] },
    online_booking: {
      questions: [{ key: 'where', label: name, type: 'choice', required: false, options: [upTo(text, 60)] }],
    },
  })
}

/** An endpoint with a delivery that got a hostile response. */
async function testedEndpoint(owner: Client, url: string): Promise<string> {
  const { id } = await made(owner, '/v1/webhook-endpoints', { url, description: upTo(TEXTS[0] ?? '', 200) })
  const path = `/v1/webhook-endpoints/${id}/test`
  await until(
    'the test to be sent',
    async () => (await owner('POST', path, { body: { event_type: 'guest.added' } })).status === 200,
  )
  return id
}

/** A receiver that responds with hostile texts. */
async function startHostileReceiver() {
  const server = createServer((_, res) => {
    res.writeHead(400, { 'content-type': 'text/html', 'x-harm': '<script>' }).end(TEXTS.join('\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
