import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { describeBookingConflicts } from './guest-pages/booking-conflicts.ts'
import { describeBookingPath } from './guest-pages/booking-path.ts'
import { describeBookingSeries } from './guest-pages/booking-series.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
/** With organisations of its own: an address may book only so often at one. */
let other: Usher
let browser: Browser
let url: string
beforeAll(async () => {
  usher = await useSharedUsher()
  other = await useSharedUsher()
  browser = await openBrowser()
  url = usher.stack.url
})
afterAll(async () => {
  await browser?.close()
  await other?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

describeBookingPath(() => ({ usher, browser, url }))
describeBookingConflicts(() => ({ usher: other, browser, url }))
describeBookingSeries(() => ({ usher, browser, url }))
