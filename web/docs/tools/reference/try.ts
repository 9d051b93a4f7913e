import { slug } from 'github-slugger'
import { sdkOperations } from '../../../../clients/node/tools/model/operations.ts'
import type { Tryable } from '../../src/browser/tryable.ts'
import { type Document, operationsOf } from './document.ts'
import { exampleValue } from './example.ts'
import { parametersOf, slugOf } from './operation.ts'

/** The operations that an API key or an access token may call. */
export function tryableOperations(document: Document): Tryable[] {
  const open = new Set(sdkOperations({ ...document }).map(({ id }) => id))
  return operationsOf(document)
    .filter(({ operation }) => open.has(operation.operationId))
    .map(({ method, path, operation }) => {
      const [tag = ''] = operation.tags
      const [media] = Object.values(operation.requestBody?.content ?? {})
      const example = media && (exampleValue(media, {}, document) ?? {})
      return {
        id: operation.operationId,
        tag,
        summary: operation.summary,
        method,
        path,
        link: `/docs/reference/${slugOf(tag)}#${slug(operation.summary)}`,
        parameters: parametersOf(operation, document).map(({ name, in: place, required, description }) => ({
          name,
          in: place,
          required: required === true,
          description: description ?? '',
        })),
        body: example && JSON.stringify(example, null, 2),
      }
    })
}
