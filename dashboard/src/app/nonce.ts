import { setNonce } from 'get-nonce'

/** What the gateway's Content-Security-Policy lets style elements by: new with every page. */
export const styleNonce: string =
  document.querySelector<HTMLMetaElement>('meta[name=usher-style-nonce]')?.content ?? ''

// Read by the styles that lock the scrolling of the page behind dialogs.
setNonce(styleNonce)
