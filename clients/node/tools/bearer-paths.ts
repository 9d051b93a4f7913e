type Security = readonly Record<string, unknown>[]

type Paths = Record<string, Record<string, { readonly security: Security }>>

/**
 * The source of `BearerPaths`: the operations that take an API key or an access token, as a part of `paths`, which has
 * all of them.
 *
 * @throws if an operation refuses sessions: then `paths` is no longer what a session may call
 */
export function bearerPaths(document: Record<string, unknown>): string {
  const lines = Object.entries(document.paths as Paths).flatMap(([path, item]) => {
    const methods = Object.entries(item).flatMap(([method, { security }]) => {
      if (!isOpenTo(security, 'session') && security.length > 0)
        throw new Error(
          `${method} ${path} refuses sessions: the types need SessionPaths, made like BearerPaths`,
        )
      return isOpenTo(security, 'apiKey') || isOpenTo(security, 'oauth') ? [`"${method}"`] : []
    })
    return methods.length > 0 ? [`    "${path}": Pick<paths["${path}"], ${methods.join(' | ')}>;`] : []
  })
  const comment = '/** The operations that take an API key or an access token. */'
  return [comment, 'export interface BearerPaths {', ...lines, '}', ''].join('\n')
}

const isOpenTo = (security: Security, credential: string): boolean =>
  security.some((way) => credential in way)
