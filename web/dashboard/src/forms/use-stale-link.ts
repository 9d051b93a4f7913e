import { UsherError } from '@usher/sdk/client'
import { useState } from 'react'

/** Whether an e-mailed link is stale: it has no token, or the API does not know the token. */
export function useStaleLink(token: string | null) {
  const [isUnknown, setUnknown] = useState(false)
  return {
    isStale: token === null || isUnknown,
    /** For {@link useApiForm}: treats a 404 as a link that was used, replaced or has expired. */
    onError(error: unknown): boolean {
      const isNotFound = error instanceof UsherError && error.status === 404
      if (isNotFound) setUnknown(true)
      return isNotFound
    },
  }
}
