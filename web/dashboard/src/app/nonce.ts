import { setNonce } from 'get-nonce'

/** The nonce for style elements in the gateway's Content-Security-Policy, new for every page load. */
export const styleNonce: string =
  document.querySelector<HTMLMetaElement>('meta[name=usher-style-nonce]')?.content ?? ''

// Used by the styles that lock scrolling behind dialogs.
setNonce(styleNonce)
