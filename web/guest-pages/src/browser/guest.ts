// Keeps a guest page up to date. Without it the page works the same, but must be reloaded by hand.
import type { OwnPlace } from '@usher/contracts'
import { type PlaceWords, placeState, placeTexts } from './shared.ts'

const { events = '', event = '', tag = '', words = '' } = document.body.dataset
const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const write = (selector: string, text: string) => {
  const element = find(selector)
  if (element && element.textContent !== text) element.textContent = text
}

function showPlace(text: string) {
  const place: OwnPlace = JSON.parse(text)
  if (placeState(place) !== find('main')?.dataset.state) return void loadAgain()
  const texts = placeTexts(place, JSON.parse(words) as PlaceWords, tag)
  for (const [name, shown] of Object.entries(texts)) write(`[data-${name}]`, shown)
}

function showDisplay(text: string) {
  if (text !== find('main')?.dataset.state) loadAgain()
}

/** A request on a frozen link would keep all later ones waiting. */
const LOAD_MS = 15_000

let isLoading = false
let isStale = false

/** Replaces the page's main element with the current one from the server. */
async function loadAgain() {
  isStale = true
  if (isLoading) return
  isLoading = true
  try {
    while (isStale) {
      isStale = false
      const answer = await fetch(location.href, {
        cache: 'no-store',
        signal: AbortSignal.timeout?.(LOAD_MS),
      })
      if (answer.status === 429 || answer.status >= 500) throw new Error(String(answer.status))
      replaceMain(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    }
  } catch {
    setTimeout(loadAgain, 3000 + Math.random() * 4000)
  }
  isLoading = false
}

function replaceMain(page: Document) {
  const [before, after] = [find('main'), page.querySelector('main')]
  // The network's own page, such as a hotspot's sign-in.
  if (!before || !after) throw new Error('Not a page of ours')
  for (const { id } of before.querySelectorAll('details[open]')) {
    const same = after.querySelector<HTMLDetailsElement>(`#${id}`)
    if (same) same.open = true
  }
  const focused = document.activeElement?.closest('main details, main form')?.id
  before.replaceWith(after)
  if (focused) document.getElementById(focused)?.querySelector<HTMLElement>('summary, button')?.focus()
  const heading = after.querySelector('h1')?.textContent
  if (document.title !== page.title && heading) {
    document.title = page.title
    write('[data-said]', heading)
    navigator.vibrate?.([200, 100, 200])
  }
}

/** Replaces words about a time that has passed. */
function showOver() {
  for (const element of document.querySelectorAll<HTMLElement>('[data-until]')) {
    const { until = '', over = '' } = element.dataset
    if (Date.parse(until) <= Date.now()) element.textContent = over
  }
}

/** The server sends a heartbeat every 15 s. Shorter than in the SDKs: a guest watches the page for the call. */
const SILENT_MS = 25_000
/** A stream that ends normally is back within this time, and nobody needs to know. */
const BACK_MS = 1500

let stream: EventSource | undefined
let silentAt = 0
let silenceTimer: number | undefined
let lostTimer: number | undefined
let retryTimer: number | undefined

/** Opens the stream, which begins with the current state. */
function follow() {
  clearTimeout(retryTimer)
  stream?.close()
  stream = new EventSource(events)
  restartSilenceTimer()
  stream.addEventListener('open', onActivity)
  stream.addEventListener('heartbeat', onActivity)
  stream.addEventListener(event, ({ data }) => {
    onActivity()
    if (event === 'place') showPlace(data)
    else showDisplay(data)
  })
  stream.addEventListener('error', ({ target }) => {
    showLostSoon()
    if ((target as EventSource).readyState !== EventSource.CLOSED) return
    retryTimer = setTimeout(
      () => {
        loadAgain()
        follow()
      },
      5000 + Math.random() * 5000,
    )
  })
}

/** A link can freeze without an error: after a silence, open another. */
function restartSilenceTimer() {
  clearTimeout(silenceTimer)
  silentAt = Date.now() + SILENT_MS
  silenceTimer = setTimeout(reconnect, SILENT_MS)
}

function onActivity() {
  restartSilenceTimer()
  clearTimeout(lostTimer)
  lostTimer = undefined
  showConnection(true)
  showOver()
}

function showLostSoon() {
  lostTimer ??= setTimeout(() => showConnection(false), BACK_MS)
}

function reconnect() {
  showLostSoon()
  follow()
}

function showConnection(isUp: boolean) {
  const notice = find('[data-lost]')
  if (notice) notice.hidden = isUp
  for (const hint of document.querySelectorAll<HTMLElement>('[data-needs-script]')) hint.hidden = !isUp
}

if (events) {
  follow()
  // Browsers can be wrong about being offline, and an old stream can still hold events: a new one tells.
  addEventListener('offline', reconnect)
  addEventListener('online', reconnect)
  // Timers stand still while a phone sleeps; its clock does not.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() > silentAt) reconnect()
  })
}
if (event === 'display') {
  const stayAwake = () => navigator.wakeLock?.request('screen').catch(() => {})
  stayAwake()
  document.addEventListener('visibilitychange', () => document.hidden || stayAwake())
}
