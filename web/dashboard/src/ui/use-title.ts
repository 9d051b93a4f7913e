import { useEffect } from 'react'

export function setTitle(title: string): void {
  document.title = `${title} · Usher`
}

/** Names the tab of the browser after what the page shows, in place of the page's own name. */
export function useTitle(title: string): void {
  useEffect(() => {
    setTitle(title)
  }, [title])
}
