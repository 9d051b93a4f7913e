import type { Json } from './json.ts'

/** The codes of problems that the document knows. */
export function errorCodes(document: Json): readonly string[] {
  const { schemas } = document.components as {
    readonly schemas: Record<string, { readonly enum?: readonly string[] }>
  }
  return schemas.ErrorCode?.enum ?? []
}
