import type { Scope } from '@usher/contracts'

/** A message of an agent, and whose credential it came with. */
export interface AgentCall {
  /** The Authorization header. */
  readonly authorization: string
  readonly scopes: ReadonlySet<Scope>
  /** Whether the credential may use the platform API (`/api`). */
  readonly usesPlatform: boolean
  readonly address: string
  readonly userAgent: string | undefined
  /**
   * Counts a request before a tool makes it; the first is counted with the message.
   *
   * @throws ProblemError `rate_limited` if the credential has sent too many
   */
  countRequest(): Promise<void>
  /**
   * Counts a change before it is made.
   *
   * @throws ProblemError `rate_limited` if the client has made too many
   */
  countWrite(): Promise<void>
}
