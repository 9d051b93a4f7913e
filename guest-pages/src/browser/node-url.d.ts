/** What the contracts use of Node; the scripts use their types alone. */
declare module 'node:url' {
  export function domainToASCII(domain: string): string
  export function domainToUnicode(domain: string): string
}
