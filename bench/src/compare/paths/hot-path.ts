import type { Client } from '../client.ts'

/** One operation of a round, by its number in the round. */
export type Operation = (index: number) => Promise<unknown>

/**
 * Prepares a block of rounds, unmeasured, and returns their operation.
 *
 * @param block number of the block, from 0
 * @param cleanup disposed of after the block
 */
export type BeginBlock = (block: number, cleanup: AsyncDisposableStack) => Promise<Operation>

/** Something that Usher does often, and whose cost is compared. */
export interface HotPath {
  readonly name: string
  /** What one operation is, in one line. */
  readonly title: string
  /** Operations per round: the same on both sides, enough for about a second of CPU time. */
  readonly operations: number
  /** The processes that count; all of the side by default. */
  readonly processes?: readonly string[]
  /**
   * Prepares one side.
   *
   * @param cleanup disposed of at the end of the run
   * @throws Error when the side does not have the path
   */
  prepare(client: Client, cleanup: AsyncDisposableStack): Promise<BeginBlock>
}
