import { timingSafeEqual } from 'node:crypto'

/** Compares in a time that says nothing about where texts of one length differ. */
export function equalTexts(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
