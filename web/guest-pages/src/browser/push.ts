// Lets this browser show notifications, even while the page is closed. Without it the page works the same.
export {}

/** Whether the browser supports push. On iOS only pages on the home screen do. */
const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The part of the page that offers it. News replace it: whatever waits must look again. */
let offer: HTMLElement | undefined

const partOf = (selector: string): HTMLElement => offer?.querySelector<HTMLElement>(selector) as HTMLElement

/** Where this place's subscription is sent; the key under which this browser remembers it, too. */
const subscriptionPath = (): string => offer?.dataset.push ?? ''

/** The endpoint that was sent for this place from this browser; null, too, where nothing can be stored. */
function storedEndpoint(): string | null {
  try {
    return localStorage.getItem(subscriptionPath())
  } catch {
    return null
  }
}

const subscriptionNow = async () =>
  (await navigator.serviceWorker.getRegistration('/w/'))?.pushManager.getSubscription()

function remember(endpoint: string): void {
  try {
    localStorage.setItem(subscriptionPath(), endpoint)
  } catch {
    // The browser allows no storage: the page offers again what is on already, which does no harm.
  }
}

/** Whether a subscription is this place's, and made with the server's key. */
function isCurrent(subscription: PushSubscription | null | undefined): boolean {
  const key = subscription?.options.applicationServerKey
  if (!key || subscription.endpoint !== storedEndpoint()) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === offer?.dataset.key
}

async function show(): Promise<void> {
  const shown = offer
  const isOn = isCurrent(await subscriptionNow())
  if (!offer || offer !== shown) return
  partOf('[data-push-on]').hidden = isOn
  partOf('[data-push-active]').hidden = !isOn
  offer.hidden = Notification.permission === 'denied'
}

async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  const registration = await navigator.serviceWorker.register('/w/push-worker.js')
  await navigator.serviceWorker.ready
  const subscription = await subscribe(registration.pushManager)
  await send('PUT', subscription)
  remember(subscription.endpoint)
}

async function subscribe(manager: PushManager): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: offer?.dataset.key ?? '' }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    // The browser still has a subscription made with an earlier server key.
    const isOther = error instanceof DOMException && error.name === 'InvalidStateError'
    const former = isOther && (await manager.getSubscription())
    if (!former) throw error
    await former.unsubscribe()
    return await manager.subscribe(options)
  }
}

/** Other places of this browser keep their subscription. */
async function turnOff(): Promise<void> {
  await send('DELETE')
  remember('')
}

async function send(method: 'PUT' | 'DELETE', body?: PushSubscription): Promise<void> {
  const answer = await fetch(subscriptionPath(), {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout?.(15_000),
  })
  if (!answer.ok) throw new Error(String(answer.status))
}

/** Does what a button asks for, and says so below if it cannot be done. */
async function act(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  button.disabled = true
  offer?.querySelector('[role=alert]')?.remove()
  try {
    await work()
  } catch {
    const notice = document.createElement('p')
    Object.assign(notice, { className: 'notice bad', role: 'alert' })
    notice.textContent = document.body.dataset.notSent ?? ''
    offer?.append(notice)
  }
  button.disabled = false
  await show()
}

function find(): void {
  const found = document.querySelector<HTMLElement>('[data-push]')
  if (!found || found === offer) return
  offer = found
  for (const [name, work] of [
    ['on', turnOn],
    ['off', turnOff],
  ] as const) {
    const button = partOf(`[data-push-${name}]`) as HTMLButtonElement
    button.addEventListener('click', () => act(button, work))
  }
  void show()
}

if (isAble) {
  find()
  new MutationObserver(find).observe(document.documentElement, { childList: true, subtree: true })
}
