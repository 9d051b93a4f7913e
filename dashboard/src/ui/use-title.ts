import { useEffect } from 'react'

/** Names the tab of the browser after what the page shows, in place of the page's own name. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Usher`
  }, [title])
}
