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

/** A message of the stream. */
export type StreamMessage =
  | { readonly kind: 'event'; readonly event: StreamedEvent }
  /** No event is missed from here on. */
  | { readonly kind: 'ready' }
  /** Events before this place may be missing. */
  | { readonly kind: 'missed' }
