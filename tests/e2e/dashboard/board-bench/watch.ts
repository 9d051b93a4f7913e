import type { CDPSession, Page } from 'playwright-core'

/** Timing of one action inside the page. */
export interface ActionTiming {
  /** From the input event to the frame that shows its effect, in milliseconds. */
  readonly shownMs: number
  /** The longest task on the page's main thread until then if it took more than 50 ms; else 0. */
  readonly longTaskMs: number
  /** CPU time of the page's main thread for it, which other programs on the machine do not affect. */
  readonly processorMs: number
}

/** The browser's DevTools session. */
export type Inspector = CDPSession

/**
 * Runs in the page. The clock starts at the browser's timestamp of the input event; it stops in the task after the
 * first frame whose callbacks find the effect, which is when that frame has been handed over for painting.
 */
const WATCHER = `(() => {
  const tasks = []
  const note = (list) => tasks.push(...list.getEntries())
  const observer = new PerformanceObserver(note)
  observer.observe({ type: 'longtask' })
  const longestSince = (begun) =>
    Math.max(0, ...tasks.filter((task) => task.startTime + task.duration > begun).map(({ duration }) => duration))
  globalThis.watchAction = (type, isShown) => {
    const input = new Promise((resolve) =>
      addEventListener(type, (event) => resolve(event.timeStamp), { capture: true, once: true }))
    globalThis.watchedAction = input.then((begun) => new Promise((resolve) => {
      const afterPaint = new MessageChannel()
      afterPaint.port1.onmessage = () => {
        const shownMs = performance.now() - begun
        // The entry for a task is recorded after the task ends.
        setTimeout(() => {
          note({ getEntries: () => observer.takeRecords() })
          resolve({ shownMs, longTaskMs: longestSince(begun) })
        }, 100)
      }
      const look = () => (isShown() ? afterPaint.port2.postMessage(null) : requestAnimationFrame(look))
      requestAnimationFrame(look)
    }))
  }
})()`

/** Makes a page measure its actions. */
export const installWatcher = (page: Page): Promise<unknown> => page.evaluate(WATCHER)

/** Opens a DevTools session for a page, with thread CPU times. */
export async function inspect(page: Page): Promise<Inspector> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' })
  return inspector
}

/**
 * Acts, and measures until the effect is on the screen.
 *
 * @param event the type of the input event that starts the action
 * @param isShown a JavaScript expression that is true once the effect is in the page
 */
export async function watched(
  { page, inspector }: { page: Page; inspector: Inspector },
  { event, isShown }: { event: string; isShown: string },
  act: () => Promise<unknown>,
): Promise<ActionTiming> {
  await page.evaluate(`watchAction(${JSON.stringify(event)}, () => ${isShown})`)
  const before = await processorMs(inspector)
  await act()
  const shown = await page.evaluate<Omit<ActionTiming, 'processorMs'>>('watchedAction')
  return { ...shown, processorMs: (await processorMs(inspector)) - before }
}

async function processorMs(inspector: Inspector): Promise<number> {
  const { metrics } = await inspector.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Frame durations in milliseconds while the page is scrolled by wheel from top to end. */
export async function framesWhileScrolling(page: Page): Promise<readonly number[]> {
  await page.evaluate(`(() => {
    scrollTo(0, 0)
    globalThis.frames_ = []
    let last
    const look = (now) => {
      if (last !== undefined) frames_.push(now - last)
      last = now
      if (!globalThis.isScrolled) requestAnimationFrame(look)
    }
    globalThis.isScrolled = false
    requestAnimationFrame(look)
  })()`)
  await page.mouse.move(700, 600)
  const isAtEnd = 'scrollY + innerHeight >= document.documentElement.scrollHeight - 2'
  while (!(await page.evaluate<boolean>(isAtEnd))) await page.mouse.wheel(0, 400)
  return await page.evaluate<number[]>('(globalThis.isScrolled = true, frames_)')
}
