import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before a process of Usher (`--import`): shifts its clock by the milliseconds in a file named after its port,
 * and confirms them in another. Timers are unaffected, as when a machine's clock is set.
 */
const order = join(process.env.CLOCK_ORDERS ?? '', process.env.PORT ?? '')
const RealDate = Date
const POLL_MS = 100
let aheadMs = 0

const shifted = (): DateConstructor =>
  new Proxy(RealDate, {
    construct: (date, given, as) =>
      Reflect.construct(date, given.length === 0 ? [date.now() + aheadMs] : given, as),
    get: (date, key) => (key === 'now' ? () => date.now() + aheadMs : Reflect.get(date, key)),
  })

function obey(): void {
  if (!existsSync(order)) return
  const wanted = Number(readFileSync(order, 'utf8'))
  if (wanted === aheadMs) return
  aheadMs = wanted
  globalThis.Date = aheadMs === 0 ? RealDate : shifted()
  writeFileSync(`${order}.set`, String(aheadMs))
}

if (isMainThread) {
  obey()
  setInterval(obey, POLL_MS).unref()
}
