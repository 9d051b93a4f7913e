import type { RecordedExamples } from '@usher/contracts/examples'
import type { Tryable } from '../../src/browser/tryable.ts'
import type { Document } from './document.ts'
import { exampleValue } from './example.ts'
import { addressOf, locatedOperations, parametersOf } from './operation.ts'

/** The operations that an API key or an access token may call. */
export function tryableOperations(document: Document, examples: RecordedExamples['operations']): Tryable[] {
  return locatedOperations(document, examples)
    .filter(({ call }) => call !== undefined)
    .map((located) => {
      const { method, path, operation } = located
      const [media] = Object.values(operation.requestBody?.content ?? {})
      const example = media && (exampleValue(media, {}, document) ?? {})
      return {
        id: operation.operationId,
        tag: operation.tags[0] ?? '',
        summary: operation.summary,
        method,
        path,
        link: addressOf(located),
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
