/** What clients do, and what came of it, as they saw it themselves. */
export interface Done {
  readonly kind: 'add' | 'seat' | 'book'
  /** What it was about: a guest's or customer's name that nobody else has, or a guest's id. */
  readonly about: string
  /** Milliseconds: the first try, and the answer that ended it. */
  readonly startedAt: number
  readonly endedAt: number
  /** Of the last answer; 0: none came as long as the client tried. */
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each kind is answered otherwise
  readonly body: any
}

/** A try that came to nothing, after which the client tried again. */
export interface Failure {
  readonly at: number
  readonly what: string
  /** Of which kind of request, and what the answer said. */
  readonly detail: string
}

/** The clients' own log, against which the state of Usher is checked. */
export interface ClientLog {
  readonly done: Done[]
  readonly failures: Failure[]
}

/** Those of one kind that were accepted. */
export const accepted = ({ done }: ClientLog, kind: Done['kind']): Done[] =>
  done.filter((entry) => entry.kind === kind && entry.status >= 200 && entry.status < 300)
