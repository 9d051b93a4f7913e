// Keeps a guest page up to date. Without it the page works the same, but must be reloaded by hand.
const { events, event, tag, forms, next, noWait } = document.body.dataset
const find = (selector) => document.querySelector(selector)
const write = (selector, text) => {
  const element = find(selector)
  if (element && element.textContent !== text) element.textContent = text
}

const number = (n) => new Intl.NumberFormat(tag).format(n)

/** Same format as on the server (speaker.ts). */
function waitOf({ low, high }) {
  if (high === 0) return noWait
  const isLong = high > 90
  const halfHours = (minutes) => Math.max(1, Math.round(minutes / 30)) / 2
  const [from, to] = isLong ? [halfHours(low), halfHours(high)] : [low, high]
  const unit = isLong ? 'hour' : 'minute'
  const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' })
  return from === to ? format.format(from) : format.formatRange(from, to)
}

function aheadOf(n) {
  if (n === 0) return next
  const all = JSON.parse(forms)
  const form = all[new Intl.PluralRules(tag).select(n)] ?? all.other
  return form.replace('{n}', number(n))
}

/** State that needs a reload when it changes; keep in step with place-state.ts. */
const stateOf = (place) =>
  JSON.stringify([
    place.status,
    place.name,
    place.party_size,
    place.notified_at,
    place.arrived_at,
    place.away_until,
    place.place_change?.at,
    place.locale,
    place.queue.name,
    place.queue.status,
    place.queue.pause_reason,
  ])

function showPlace(text) {
  const place = JSON.parse(text)
  if (stateOf(place) !== find('main').dataset.state) return void loadAgain()
  if (place.position === null) return
  write('[data-position]', number(place.position))
  write('[data-ahead]', aheadOf(place.position - 1))
  write('[data-wait]', waitOf(place.estimated_wait_range))
}

function showDisplay(text) {
  if (text !== find('main').dataset.state) loadAgain()
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

function replaceMain(page) {
  const [before, after] = [find('main'), page.querySelector('main')]
  for (const { id } of before.querySelectorAll('details[open]')) {
    const same = after.querySelector(`#${id}`)
    if (same) same.open = true
  }
  const focused = document.activeElement?.closest('main details, main form')?.id
  before.replaceWith(after)
  if (focused) document.getElementById(focused)?.querySelector('summary, button')?.focus()
  const heading = after.querySelector('h1')?.textContent
  if (document.title !== page.title && heading) {
    document.title = page.title
    write('[data-said]', heading)
    navigator.vibrate?.([200, 100, 200])
  }
}

/** The server sends a heartbeat every 15 s. */
const SILENT_MS = 25_000
/** A stream that ends normally is back within this time, and nobody needs to know. */
const BACK_MS = 1500

let stream
let silentAt = 0
let silenceTimer
let lostTimer
let retryTimer

/** Opens the stream, which begins with the current state. */
function follow() {
  clearTimeout(retryTimer)
  stream?.close()
  stream = new EventSource(events)
  awaitBytes()
  stream.addEventListener('open', hear)
  stream.addEventListener('heartbeat', hear)
  stream.addEventListener(event, ({ data }) => {
    hear()
    if (event === 'place') showPlace(data)
    else showDisplay(data)
  })
  stream.addEventListener('error', ({ target }) => {
    lose()
    if (target.readyState !== EventSource.CLOSED) return
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
function awaitBytes() {
  clearTimeout(silenceTimer)
  silentAt = Date.now() + SILENT_MS
  silenceTimer = setTimeout(reconnect, SILENT_MS)
}

function hear() {
  awaitBytes()
  clearTimeout(lostTimer)
  lostTimer = undefined
  showConnection(true)
}

function lose() {
  lostTimer ??= setTimeout(() => showConnection(false), BACK_MS)
}

function reconnect() {
  lose()
  follow()
}

function showConnection(isUp) {
  find('[data-lost]').hidden = isUp
  for (const hint of document.querySelectorAll('[data-needs-script]')) hint.hidden = !isUp
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
