/**
 * The origins of sites as people enter them, one on a line: `www.example.com/contact` is `https://www.example.com`. What is
 * no address stays as it is, for the API to refuse.
 */
export const sitesOf = (typed: string): string[] => [
  ...new Set(typed.split(/\s+/).filter(Boolean).map(originOf)),
]

function originOf(typed: string): string {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`
  return URL.canParse(address) ? new URL(address).origin : typed
}
