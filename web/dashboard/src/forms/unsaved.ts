import { useLayoutEffect, useRef } from 'react'

type IsChanged = () => boolean

const forms = new Set<IsChanged>()

/** Whether a form that is shown has changes that leaving the page would lose. */
export const hasUnsaved = (): boolean => [...forms].some((isChanged) => isChanged())

/** Makes the dashboard ask before the page is left while a form has unsaved changes. */
export function useUnsaved(isChanged: IsChanged): void {
  const latest = useRef(isChanged)
  useLayoutEffect(() => {
    latest.current = isChanged
  })
  // A layout effect: a page may be left in the same step in which its form is removed.
  useLayoutEffect(() => {
    const form = () => latest.current()
    forms.add(form)
    return () => {
      forms.delete(form)
    }
  }, [])
}
