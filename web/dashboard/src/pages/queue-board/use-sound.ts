import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Line } from './line.ts'
import { type Change, changeOf } from './line-change.ts'
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
