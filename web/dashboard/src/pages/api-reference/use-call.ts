import { useEffect, useRef, useState } from 'react'
import type { Call } from './request.ts'
import { type Answer, type Sender, send } from './send.ts'

export interface Calling {
  readonly answer: Answer | undefined
  /** No response arrived. */
  readonly isLost: boolean
  readonly isRunning: boolean
  readonly start: (call: Call, sender: Sender) => Promise<void>
  readonly stop: () => void
}

/** Sends calls, one at a time, and keeps the last response. */
export function useCall(): Calling {
  const [answer, setAnswer] = useState<Answer>()
  const [isLost, setLost] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    answer,
    isLost,
    isRunning,
    async start(call, sender) {
      const controller = new AbortController()
      running.current = controller
      setAnswer(undefined)
      setLost(false)
      setRunning(true)
      try {
        await send(call, sender, { signal: controller.signal, onAnswer: setAnswer })
      } catch {
        setLost(!controller.signal.aborted)
      } finally {
        setRunning(false)
      }
    },
    stop: () => running.current?.abort(),
  }
}
