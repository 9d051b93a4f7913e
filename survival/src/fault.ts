import type { Cluster } from './cluster.ts'

/** Something that goes wrong for a while. */
export interface Fault {
  readonly name: string
  /** Why it cannot be played on this machine; undefined: it can. */
  whyNot?(cluster: Cluster): string | undefined
  /** Resolves when it is over. */
  strike(cluster: Cluster): Promise<void>
}
