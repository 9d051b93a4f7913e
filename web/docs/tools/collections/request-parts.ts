import {
  type Document,
  type Operation,
  type Parameter,
  resolveIn,
  type Schema,
} from '../reference/document.ts'
import { exampleValue } from '../reference/example.ts'

/** An operation and where it is. */
export interface Located {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export const parametersOf = ({ parameters = [] }: Operation, { components }: Document): Parameter[] =>
  parameters.map((parameter) => resolveIn<Parameter>(components.parameters, parameter))

/** The example of a body; undefined where an operation takes none. */
export function bodyOf({ requestBody }: Operation, document: Document): string | undefined {
  const media = requestBody?.content['application/json']
  if (media?.schema === undefined) return undefined
  const schema = resolveIn<Schema>(document.components.schemas, media.schema as Schema & { $ref: string })
  return JSON.stringify(exampleValue(media, schema, document) ?? {}, null, 2)
}
