import { useState } from 'react'
import { ApiError } from '../api/problem.ts'

/** Whether the link of a mail is of no use, as it has no token or the API does not know it (any more). */
export function useStaleLink(token: string | null) {
  const [isUnknown, setUnknown] = useState(false)
  return {
    isStale: token === null || isUnknown,
    /** For {@link useApiForm}: takes a 404 for a link that was used, replaced, or is too old. */
    onError(error: unknown): boolean {
      const isNotFound = error instanceof ApiError && error.status === 404
      if (isNotFound) setUnknown(true)
      return isNotFound
    },
  }
}
