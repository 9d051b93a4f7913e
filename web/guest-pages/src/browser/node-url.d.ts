/** Node functions in modules of the contracts of which the scripts use only the types. */
declare module 'node:url' {
  export function domainToASCII(domain: string): string
  export function domainToUnicode(domain: string): string
}
