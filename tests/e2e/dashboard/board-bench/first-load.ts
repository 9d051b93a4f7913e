import type { CDPSession, Page } from 'playwright-core'

/** A phone's connection: 1.6 Mbit/s down, 750 kbit/s up, 400 ms per round trip. */
const SLOW_CONNECTION = {
  offline: false,
  latency: 400,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWDOWN = 4

/** After this long without a request under way, the load is complete. */
const QUIET_MS = 1_000

export interface LoadedFile {
  readonly path: string
  /** Bytes received: compressed, with headers. */
  readonly bytes: number
}

export interface FirstLoad {
  readonly files: readonly LoadedFile[]
  readonly bytes: number
  /** From the address to a board that can be used, in milliseconds. */
  readonly usableMs: number
}

/** Throttles the connection and the processor of a page. */
export async function slowDown(page: Page): Promise<void> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Network.enable')
  await inspector.send('Network.emulateNetworkConditions', SLOW_CONNECTION)
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Loads a board with an empty cache, until it can be used and nothing but its stream is being received. */
export async function loadFirst(page: Page, path: string): Promise<FirstLoad> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Network.enable')
  await inspector.send('Network.clearBrowserCache')
  const traffic = watchTraffic(inspector)
  const start = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('[aria-posinset="1"]').waitFor()
  // Waits until the button is enabled, and does not click it.
  await page.getByRole('button', { name: 'Add', exact: true }).click({ trial: true })
  const usableMs = performance.now() - start
  while (!traffic.isQuiet()) await page.waitForTimeout(50)
  await inspector.detach()
  const files = traffic.files()
  return { files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), usableMs }
}

interface Transfer {
  readonly path: string
  bytes: number
  isOver: boolean
}

function watchTraffic(inspector: CDPSession) {
  const transfers = new Map<string, Transfer>()
  let lastAt = performance.now()
  const finish = (id: string, bytes?: number) => {
    const transfer = transfers.get(id)
    lastAt = performance.now()
    if (transfer) Object.assign(transfer, { isOver: true, bytes: bytes ?? transfer.bytes })
  }
  inspector.on('Network.requestWillBeSent', ({ requestId, request }) => {
    lastAt = performance.now()
    const { pathname: path } = new URL(request.url)
    // The stream of events never ends.
    transfers.set(requestId, { path, bytes: 0, isOver: path.endsWith('/events') })
  })
  inspector.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId)
    if (transfer && !transfer.isOver) transfer.bytes += encodedDataLength
  })
  inspector.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    finish(requestId, encodedDataLength),
  )
  inspector.on('Network.loadingFailed', ({ requestId }) => finish(requestId))
  return {
    files: (): LoadedFile[] => [...transfers.values()].map(({ path, bytes }) => ({ path, bytes })),
    isQuiet: () =>
      [...transfers.values()].every(({ isOver }) => isOver) && performance.now() - lastAt > QUIET_MS,
  }
}
