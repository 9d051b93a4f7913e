import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { loadPart } from '../../ui/load-part.ts'

/** Loads the parts of the board that are not on it when it opens: one file, so that one request brings all. */
const load = () => loadPart(() => import('./later-parts.ts'))

/** Load them by then even if nobody asked: the connection may be gone when somebody does. */
const LOAD_AFTER_MS = 5_000

export const CustomFields = lazy(async () => ({ default: (await load()).CustomFields }))
export const DetailFields = lazy(async () => ({ default: (await load()).DetailFields }))
export const GuestDrawer = lazy(async () => ({ default: (await load()).GuestDrawer }))
export const GuestMenu = lazy(async () => ({ default: (await load()).GuestMenu }))
export const PauseDialog = lazy(async () => ({ default: (await load()).PauseDialog }))
export const QueueMenu = lazy(async () => ({ default: (await load()).QueueMenu }))
export const QueueSwitcher = lazy(async () => ({ default: (await load()).QueueSwitcher }))
export const ShortcutsDialog = lazy(async () => ({ default: (await load()).ShortcutsDialog }))
export const TransferDialog = lazy(async () => ({ default: (await load()).TransferDialog }))

/** Renders its children once they are wanted, and from then on: a dialog fades out after it is closed. */
export function Later({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  if (!wasWanted) return null
  return <Suspense fallback={null}>{children}</Suspense>
}

/** Loads the parts after the board has opened. */
export function useLoadLater(): void {
  useEffect(() => {
    // If it fails, the first use tries again.
    const timer = setTimeout(() => load().catch(() => {}), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}
