import { useLayoutEffect, useRef, useState } from 'react'
import { hasUnsaved } from '../forms/unsaved.ts'
import { Later, LaterParts } from '../ui/later.tsx'

const dialog = new LaterParts(() => import('./leave-dialog.tsx'))

/**
 * Asks before a page with unsaved changes is left: for another page of the dashboard by a dialog, otherwise by the
 * browser's own question. Browsers without the Navigation API ask only the latter.
 */
export function LeaveGuard() {
  const [leave, setLeave] = useState<() => void>()
  const isAllowed = useRef(false)
  // A layout effect: signing out leaves the page while this is being removed.
  useLayoutEffect(() => {
    const end = new AbortController()
    const { signal } = end
    window.addEventListener('beforeunload', (event) => hasUnsaved() && event.preventDefault(), { signal })
    const ask = (event: NavigateEvent) => {
      const { destination, navigationType, cancelable } = event
      const isOtherPage = new URL(destination.url).pathname !== window.location.pathname
      if (!cancelable || !destination.sameDocument || !isOtherPage || !hasUnsaved()) return
      if (isAllowed.current) {
        isAllowed.current = false
        return
      }
      event.preventDefault()
      setLeave(() => () => {
        isAllowed.current = true
        if (navigationType === 'traverse') window.navigation.traverseTo(destination.key)
        else window.history.pushState(null, '', destination.url)
      })
    }
    window.navigation?.addEventListener('navigate', ask, { signal })
    return () => end.abort()
  }, [])
  const close = () => setLeave(undefined)
  const confirm = () => {
    close()
    leave?.()
  }
  return (
    <Later of={dialog} isWanted={leave !== undefined}>
      {({ LeaveDialog }) => <LeaveDialog isOpen={leave !== undefined} onStay={close} onLeave={confirm} />}
    </Later>
  )
}
