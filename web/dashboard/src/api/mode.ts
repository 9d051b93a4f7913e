/** Kept for the tab, so that another tab can show live data, and until signing out, which clears it. */
const STORED = 'usher-mode'

const HEADER = 'usher-mode'

/** Whether this tab shows test data. Constant until it is loaded anew. */
export const isTestMode: boolean = sessionStorage.getItem(STORED) === 'test'

/** The header by which a request is about test data; none for live data. */
export const MODE_HEADERS: Readonly<Record<string, string>> = isTestMode ? { [HEADER]: 'test' } : {}

/** The id of a resource in a path, and what comes after it. */
const FROM_ID = /\/[a-z]+_[0-9a-z]{26}.*/

/**
 * Shows test data or live data from now on. The page is loaded anew, as nothing that it knows is of the other; that of one
 * thing gives way to the list, as the other data lacks it.
 */
export function showTestData(isOn: boolean): void {
  if (isOn) sessionStorage.setItem(STORED, 'test')
  else sessionStorage.removeItem(STORED)
  window.location.assign(window.location.pathname.replace(FROM_ID, ''))
}

/** Adds the mode to a request. */
export function withMode(request: Request): Request {
  for (const [name, value] of Object.entries(MODE_HEADERS)) request.headers.set(name, value)
  return request
}
