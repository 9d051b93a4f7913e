/** A JSON object of unknown shape: what a client of another version sends or gets. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A request: its query, and its body if that is JSON. */
export interface Sent {
  readonly query: URLSearchParams
  readonly body: unknown
}

/**
 * How one operation differs between a version and the one before. Pure functions over JSON: a client may send
 * anything, so they return whatever they do not understand as it is, for the service to refuse.
 */
export interface OperationChange {
  /** Query parameters of the version before → of this one. @throws InvalidInVersion */
  readonly query?: (query: URLSearchParams) => URLSearchParams
  /** Body of the version before → of this one. @throws InvalidInVersion */
  readonly request?: (body: unknown) => unknown
  /** Successful answer of this version → of the one before. */
  readonly response?: (body: unknown) => unknown
  /** Problem of this version → of the one before, given what was sent in the version before. */
  readonly problem?: (problem: JsonObject, sent: Sent) => JsonObject
}

/** What a version changed, compared with the one before it. */
export interface VersionChanges {
  /** For the guide: what a client has to change, in sentences. */
  readonly summary: readonly string[]
  /** By operation. */
  readonly operations: Readonly<Record<string, OperationChange>>
  /** Data of webhooks of this version → of the version before, by event type. */
  readonly events: Readonly<Record<string, (data: JsonObject) => JsonObject>>
  /** OpenAPI document of this version → of the version before. */
  readonly document: (document: JsonObject) => JsonObject
}

/** A request that its version does not allow and the next one cannot express. */
export class InvalidInVersion extends Error {
  override name = 'InvalidInVersion'
  /** JSON Pointer into the body. */
  readonly pointer: string
  readonly code: string

  constructor(pointer: string, message: string, code: string) {
    super(message)
    this.pointer = pointer
    this.code = code
  }
}
