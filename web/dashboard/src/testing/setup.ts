import { i18n } from '@lingui/core'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { setHomeZone } from '../api/home-zone.ts'

// Matching hidden elements too avoids computing the style of every ancestor, which dominates a test's time. The
// timeout is long because machines that run tests are often busy, but shorter than a test's, which has no message.
configure({ defaultHidden: true, asyncUtilTimeout: 100_000 })

// APIs that Mantine uses and jsdom lacks (mantine.dev/guides/jest).
window.HTMLElement.prototype.scrollIntoView = () => {}
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as unknown as MediaQueryList
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// Rendering hundreds of options dominates the time of a form's test.
const CHOICES: Readonly<Record<string, string[]>> = {
  timeZone: ['America/New_York', 'Asia/Tokyo', 'Europe/Berlin'],
  currency: ['EUR', 'JPY', 'USD'],
}
const { supportedValuesOf } = Intl
Intl.supportedValuesOf = (key) => CHOICES[key] ?? supportedValuesOf(key)

/** Browsers resolve relative URLs against the page; Node takes only absolute ones. */
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, { signal, ...init }: RequestInit = {}) {
    super(typeof input === 'string' ? new URL(input, window.location.href) : input, init)
    // Node refuses signals of jsdom.
    if (signal) Object.defineProperty(this, 'signal', { value: signal })
  }
}
globalThis.Request = PageRequest

// jsdom captures no pointers.
Element.prototype.hasPointerCapture = () => false

/** Prepares each test file: files share one document. */
// biome-ignore lint/style/noDefaultExport: Jest calls it.
export default function setUp(): void {
  // Without a catalogue the words are those in the source.
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  afterEach(async () => {
    cleanup()
    // Let requests and responses end that the test did not wait for: without its answers, a request would be tried again
    // in a later test, and notices of responses would show there.
    await new Promise((resolve) => setImmediate(resolve))
    jest.restoreAllMocks()
    notifications.clean()
    document.body.replaceChildren()
    sessionStorage.clear()
    setHomeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
    window.history.replaceState(null, '', '/')
  })
}
