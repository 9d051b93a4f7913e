import { useRef, useState } from 'react'
import { changesOf } from './changes.ts'
import { ChangedMeanwhile, type SaveOver, saveOver } from './save-over.ts'

interface Options<Resource, Body> extends SaveOver<Resource, Body> {
  /** As the form has it at first; undefined: it is made by the form, and not saved over anything. */
  readonly resource: Resource | undefined
}

export interface Overwriting<Resource, Body> {
  readonly save: (body: Body) => Promise<Resource>
  /** For the form's `onError`. */
  readonly onError: (error: unknown) => boolean
  /** What others have changed meanwhile, for `Clash`. */
  readonly clash: ChangedMeanwhile<Resource> | undefined
  /** What both have changed counts as seen, and may be written over; all else of others stays. */
  readonly keepMine: () => void
  /** All that is there now counts as seen, for it is what the form is filled with. */
  readonly takeTheirs: () => void
}

/** Saves what two people may edit at once: whoever comes second is asked, and nothing they typed is lost. */
export function useSaveOver<Resource, Body extends object>({
  resource,
  ...calls
}: Options<Resource, Body>): Overwriting<Resource, Body> {
  const before = useRef(resource && calls.bodyOf(resource))
  const [clash, setClash] = useState<ChangedMeanwhile<Resource>>()
  return {
    clash,
    async save(body) {
      setClash(undefined)
      if (before.current === undefined) throw new Error('There is nothing to save over')
      const sent = Object.keys(changesOf(before.current, body))
      const saved = await saveOver({ ...calls, before: before.current, body })
      const kept = Object.entries(calls.bodyOf(saved)).filter(([name]) => sent.includes(name))
      // What others have changed is not in the form, so it counts as unseen still.
      before.current = { ...body, ...Object.fromEntries(kept) }
      return saved
    },
    onError(error) {
      const isClash = error instanceof ChangedMeanwhile
      if (isClash) setClash(error)
      return isClash
    },
    keepMine() {
      const seen = Object.entries(clash ? calls.bodyOf(clash.now) : {})
      const both = seen.filter(([name]) => clash?.names.includes(name))
      if (before.current) before.current = { ...before.current, ...Object.fromEntries(both) }
      setClash(undefined)
    },
    takeTheirs() {
      if (clash) before.current = calls.bodyOf(clash.now)
      setClash(undefined)
    },
  }
}
