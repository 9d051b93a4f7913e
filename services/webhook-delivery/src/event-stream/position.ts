/** A place in the events that are kept of an organisation. */
export interface Position {
  /** Changes when events were not kept in between: numbers then start over. */
  readonly generation: string
  /** Number of the last event before this place. */
  readonly number: number
}

/** As sent to clients, who give it back as Last-Event-ID. */
export const formatPosition = ({ generation, number }: Position): string => `${generation}-${number}`

/** undefined: nothing that we sent. */
export function parsePosition(text: string): Position | undefined {
  const [, generation, number] = /^([0-9a-z]{1,40})-(\d{1,15})$/.exec(text) ?? []
  return generation === undefined ? undefined : { generation, number: Number(number) }
}
