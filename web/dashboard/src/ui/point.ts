/** A point of the screen, in pixels from its upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}
