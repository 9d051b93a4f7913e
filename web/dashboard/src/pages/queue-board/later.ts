import { useEffect } from 'react'
import { LaterParts } from '../../ui/later.tsx'

/** Parts of the board that are not on it when it opens: one file, so that one request brings all. */
export const boardParts = new LaterParts(() => import('./later-parts.tsx'))

/** Load them by then even if nobody asked: the connection may be gone when somebody does. */
const LOAD_AFTER_MS = 5_000

/** Loads the parts after the board has opened. */
export function useLoadLater(): void {
  useEffect(() => {
    // If it fails, the first use tries again.
    const timer = setTimeout(() => boardParts.load().catch(() => {}), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}
