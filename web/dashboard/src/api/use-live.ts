import { useEffect, useEffectEvent, useState } from 'react'
import { followStream, type LiveEvent, type LiveState } from './live.ts'

/**
 * Follows a stream of server-sent events as long as the component is shown.
 *
 * @param path undefined if there is nothing to follow yet
 * @returns the state to show
 */
export function useLive(path: string | undefined, onEvent: (event: LiveEvent) => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const hear = useEffectEvent(onEvent)
  useEffect(() => {
    if (path === undefined) return
    const end = new AbortController()
    void followStream(path, { onEvent: (event) => hear(event), onState: setState }, end.signal)
    return () => end.abort()
  }, [path])
  return state
}
