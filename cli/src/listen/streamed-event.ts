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

/** A message of the stream, or news of its connection. */
export type StreamMessage =
  | { readonly kind: 'event'; readonly event: StreamedEvent }
  /** No event is missed from here on. */
  | { readonly kind: 'ready' }
  /** Events before this place may be missing. */
  | { readonly kind: 'missed' }
  /** The connection was lost; it is opened again. */
  | { readonly kind: 'lost' }
