import type { Usher } from '../../../../tests/e2e/stack.ts'
import type { Driver } from './driver.ts'
import type { FaultProxy } from './fault-proxy.ts'

/** What scenarios work with. */
export interface Bench {
  readonly usher: Usher
  readonly proxy: FaultProxy
  readonly driver: Driver
  /** A new queue's id. */
  queue(): Promise<string>
  /** Adds a guest by the SDK. */
  add(queueId: string, name: string, idempotencyKey?: string): Promise<{ id: string; name: string }>
  /** Names of those who wait, as the product itself says. */
  names(queueId: string): Promise<string[]>
  /** Connects the SDK by the proxy, with another key, number of retries or timeout. */
  connect(options?: {
    readonly api_key?: string
    readonly max_retries?: number
    readonly timeout_seconds?: number
  }): Promise<void>
}
