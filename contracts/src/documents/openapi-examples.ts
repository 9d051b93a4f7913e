import { exampleOf } from './example-of.ts'
import type { Json } from './schemas.ts'

/** Examples of texts that are not recorded, by media type. */
const TEXTS: Readonly<Record<string, string>> = {
  'text/csv': 'start,requests,errors\r\n2026-12-24T18:00:00Z,120,0\r\n',
  'application/jsonl': '{"number":1,"action":"createQueue","outcome":"accepted"}\n',
  'text/xml': '<Response/>',
  'message/rfc822':
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; ada@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n',
}

/** What an operation was asked and answered in the end-to-end tests. */
export interface RecordedExample {
  readonly request: {
    readonly params: Readonly<Record<string, string>>
    readonly query: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly answer: { readonly status: number; readonly body?: unknown }
}

/** Examples by operation, and problems by code. */
export interface RecordedExamples {
  readonly operations: ReadonlyMap<string, RecordedExample>
  readonly problems: ReadonlyMap<string, Json>
}

export const NOTHING_RECORDED: RecordedExamples = { operations: new Map(), problems: new Map() }

type Content = Record<string, Json>

interface Described extends Json {
  readonly operationId: string
  readonly parameters: Json[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Record<string, { readonly content?: Content }>
}

/** Adds to each operation of a document the request and the answer that were recorded; else such as its schemas say. */
export function withExamples(document: Json, { operations }: RecordedExamples): Json {
  const { schemas } = document.components as { schemas: Record<string, Json> }
  for (const operation of operationsOf(document)) {
    const example = operations.get(operation.operationId)
    addRequest(operation, example, schemas)
    addAnswers(operation, example, schemas)
  }
  return document
}

const operationsOf = ({ paths }: Json): Described[] =>
  Object.values(paths as Record<string, Record<string, Described>>).flatMap((item) => Object.values(item))

function addRequest(
  { operationId, parameters, requestBody }: Described,
  example: RecordedExample | undefined,
  schemas: Record<string, Json>,
): void {
  for (const parameter of parameters) {
    const value = example?.request.params[String(parameter.name)]
    if (parameter.in === 'path' && value !== undefined) parameter.example = value
  }
  for (const [media, body] of Object.entries(requestBody?.content ?? {})) {
    const value = example?.request.body ?? TEXTS[media] ?? exampleOf(body.schema as Json, schemas)
    body.examples = named(operationId, value)
  }
}

/** Failures are components by now: those with content here are successes. */
function addAnswers(
  { operationId, responses }: Described,
  example: RecordedExample | undefined,
  schemas: Record<string, Json>,
): void {
  for (const { content = {} } of Object.values(responses)) {
    for (const [at, [media, body]] of Object.entries(content).entries()) {
      // Only the first of several media types is recorded.
      const own = at === 0 ? example?.answer.body : undefined
      const value = own ?? TEXTS[media] ?? exampleOf(body.schema as Json, schemas)
      body.examples = named(operationId, value)
    }
  }
}

/** By name, as generators of types repeat the whole of a lone `example` as a comment. */
const named = (name: string, value: unknown): Json => ({ [name]: { value } })
