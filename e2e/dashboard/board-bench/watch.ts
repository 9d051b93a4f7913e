import type { CDPSession, Page } from 'playwright-core'

/** What one action took in the page's own time. */
export interface Shown {
  /** From the input event to the frame after which its effect is on the screen, in milliseconds. */
  readonly shownMs: number
  /** The longest task of the page's main thread from the input until then, where one took more than 50 ms; else 0. */
  readonly longTaskMs: number
  /** Processor time of the page's main thread for it, which other programs on the machine do not lengthen. */
  readonly processorMs: number
}

/** What the browser says of itself. */
export type Inspector = CDPSession

/**
 * What the page runs. The clock starts at the time that the browser stamped on the input event; it ends in the task after
 * the first frame whose callbacks find the effect, which is when that frame has been handed over for painting.
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
        // An entry for a task comes after its end.
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

/** Makes a page able to say what its actions took. */
export const installWatcher = (page: Page): Promise<unknown> => page.evaluate(WATCHER)

/** Opens what the browser says of a page, with times in those of its thread's processor. */
export async function inspect(page: Page): Promise<Inspector> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' })
  return inspector
}

/**
 * Acts, and says what it took until that was on the screen.
 *
 * @param event the type of the input event with which it begins
 * @param isShown a JavaScript expression that is true once the effect is in the page
 */
export async function watched(
  { page, inspector }: { page: Page; inspector: Inspector },
  { event, isShown }: { event: string; isShown: string },
  act: () => Promise<unknown>,
): Promise<Shown> {
  await page.evaluate(`watchAction(${JSON.stringify(event)}, () => ${isShown})`)
  const before = await processorMs(inspector)
  await act()
  const shown = await page.evaluate<Omit<Shown, 'processorMs'>>('watchedAction')
  return { ...shown, processorMs: (await processorMs(inspector)) - before }
}

async function processorMs(inspector: Inspector): Promise<number> {
  const { metrics } = await inspector.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** How long the frames were while the page was scrolled from its top to its end by the wheel, in milliseconds. */
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
