/** An event as the stream carries it. */
export interface StreamedEvent {
  readonly id: string
  readonly sequence: number
  readonly api_version: string
  readonly body: {
    readonly event: string
    readonly timestamp: string
    readonly data: { readonly id?: string }
  }
}

/** What the stream says. */
export type Heard =
  | { readonly kind: 'event'; readonly event: StreamedEvent }
  /** From here on, nothing is missing. */
  | { readonly kind: 'ready' }
  /** Events before this place may be missing. */
  | { readonly kind: 'missed' }
  /** The connection was lost and is opened again. */
  | { readonly kind: 'lost' }
