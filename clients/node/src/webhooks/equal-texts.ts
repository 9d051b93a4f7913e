import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time for texts of the same length. */
export function equalTexts(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
