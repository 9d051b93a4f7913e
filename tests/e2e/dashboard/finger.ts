import type { Locator, Page } from 'playwright-core'

/** Pixels from the upper left corner of an element; its middle if undefined. */
type Position = { readonly x: number; readonly y: number } | undefined

/** A point of the screen. */
export async function pointOf(target: Locator, position: Position = undefined) {
  const box = await target.boundingBox()
  if (!box) throw new Error('it is not shown')
  const { x, y } = position ?? { x: box.width / 2, y: box.height / 2 }
  return { x: box.x + x, y: box.y + y }
}

/** A finger on the screen, sent as the system's touch events. */
export async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', points: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points as { x: number; y: number }[] })
  return {
    down: async (target: Locator, position?: Position) =>
      touch('touchStart', [await pointOf(target, position)]),
    over: async (target: Locator, position?: Position) =>
      touch('touchMove', [await pointOf(target, position)]),
    up: () => touch('touchEnd', []),
    cancel: () => touch('touchCancel', []),
  }
}
