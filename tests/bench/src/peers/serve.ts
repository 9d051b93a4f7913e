import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'

/** Serves on the loopback port in PORT until the process is told to exit or its parent is gone. */
export function serve(handler: RequestListener): void {
  createServer(handler).listen(Number(process.env.PORT), '127.0.0.1')
  for (const event of ['SIGTERM', 'disconnect'] as const) process.on(event, () => process.exit())
}
