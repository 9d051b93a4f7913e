/** Made from the OpenAPI document when the package is built. */
declare module 'virtual:usher-description' {
  export const description: import('./n8n.ts').NodeDescription
  export const events: readonly Readonly<Record<string, string>>[]
  export const version: string
}
