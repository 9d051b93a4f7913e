import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Line } from './line.ts'
import { play } from './sound.ts'

/** Whether this browser plays sounds; off at first. */
export const useSoundSwitch = () =>
  useLocalStorage({ key: 'usher-board-sound', defaultValue: false, getInitialValueInEffect: false })

/**
 * Plays a sound when somebody joins or replies.
 *
 * @param isAdding a guest is being added here: the host needs no sound for that
 */
export function useSound(line: Line, isAdding: boolean): void {
  const [isOn] = useSoundSwitch()
  const known = useRef<Change['known']>(undefined)
  useEffect(() => {
    const { known: after, news } = changeOf(known.current, line)
    known.current = after
    const heard = news === 'joined' && isAdding ? undefined : news
    if (isOn && heard) play(heard)
  }, [line, isAdding, isOn])
}

/** The last reply of each guest seen so far; null: none. */
type Known = ReadonlyMap<string, string | null>

interface Change {
  readonly known: Known
  /** What a host should hear of; a reply goes before a guest who joined. */
  readonly news: 'joined' | 'replied' | undefined
}

/**
 * Compares a line with what was seen before. A guest who left and came back does not count as joined.
 *
 * @param before undefined for the first line, in which nothing is news
 */
export function changeOf(before: Known | undefined, line: Line): Change {
  const known = new Map(before)
  let news: Change['news']
  for (const { id, unread_reply_at } of line) {
    const last = before?.get(id)
    if (before && unread_reply_at !== null && unread_reply_at !== last) news = 'replied'
    else if (before && last === undefined) news ??= 'joined'
    known.set(id, unread_reply_at ?? last ?? null)
  }
  return { known, news }
}
