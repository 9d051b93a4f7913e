import { useRef, useState } from 'react'
import { ChangedMeanwhile, changesOf, type SaveOver, saveOver } from './save-over.ts'

interface Options<Resource, Body> extends SaveOver<Resource, Body> {
  /** The version the form started from; undefined if the form creates it. */
  readonly resource: Resource | undefined
}

/** What somebody else changed meanwhile. */
interface TheirChange<Resource> extends Pick<ChangedMeanwhile<Resource>, 'names' | 'now'> {
  /** The current values, by the names of the API's fields. */
  readonly theirs: ReadonlyMap<string, unknown>
}

export interface Overwriting<Resource, Body> {
  readonly save: (body: Body) => Promise<Resource>
  /** Whether saving a body would change anything. */
  readonly isChanged: (body: Body) => boolean
  /** For the form's `onError`. */
  readonly onError: (error: unknown) => boolean
  /** The conflicting change by others, for `Clash`. */
  readonly clash: TheirChange<Resource> | undefined
  /** Marks the fields that both changed as seen, so that they may be overwritten. Other changes by others are kept. */
  readonly keepMine: () => void
  /** Marks the whole current version as seen: the form now shows it. */
  readonly takeTheirs: () => void
}

/** Saves what two people may edit at once. The second is asked, and nothing typed is lost. */
export function useSaveOver<Resource, Body extends object>({
  resource,
  ...calls
}: Options<Resource, Body>): Overwriting<Resource, Body> {
  const before = useRef(resource && calls.bodyOf(resource))
  const [clash, setClash] = useState<ChangedMeanwhile<Resource>>()
  return {
    clash: clash && {
      names: clash.names,
      now: clash.now,
      theirs: new Map(Object.entries(calls.bodyOf(clash.now))),
    },
    isChanged: (body) => Object.keys(changesOf(before.current ?? {}, body)).length > 0,
    async save(body) {
      setClash(undefined)
      if (before.current === undefined) throw new Error('There is nothing to save over')
      const sent = Object.keys(changesOf(before.current, body))
      const saved = await saveOver({ ...calls, before: before.current, body })
      const kept = Object.entries(calls.bodyOf(saved)).filter(([name]) => sent.includes(name))
      // The form does not show the other changes, so they stay unseen.
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
