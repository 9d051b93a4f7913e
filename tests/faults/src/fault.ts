import type { Cluster } from './cluster.ts'

/** A fault that lasts for a while. */
export interface Fault {
  readonly name: string
  /** Why it cannot be injected on this machine; undefined if it can. */
  whyNot?(cluster: Cluster): string | undefined
  /** Injects the fault; resolves when it is over. */
  strike(cluster: Cluster): Promise<void>
}
