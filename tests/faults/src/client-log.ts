/** A client's request and its outcome, as the client saw it. */
export interface ClientRequest {
  readonly kind: 'add' | 'seat' | 'book'
  /** Subject: a unique guest's or customer's name, or a guest's id. */
  readonly about: string
  /** Milliseconds: the first try, and the response that ended it. */
  readonly startedAt: number
  readonly endedAt: number
  /** Status of the last response; 0 if none came while the client tried. */
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each kind is answered otherwise
  readonly body: any
}

/** A failed try, after which the client tried again. */
export interface Failure {
  readonly at: number
  readonly what: string
  /** The kind of request, and what the response said. */
  readonly detail: string
}

/** The clients' own log, against which Usher's state is checked. */
export interface ClientLog {
  readonly done: ClientRequest[]
  readonly failures: Failure[]
}

/** Accepted requests of one kind. */
export const accepted = ({ done }: ClientLog, kind: ClientRequest['kind']): ClientRequest[] =>
  done.filter((entry) => entry.kind === kind && entry.status >= 200 && entry.status < 300)
