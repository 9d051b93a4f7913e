import type { ApiVersions } from './api-versions.ts'
import { changesAfter } from './conversion.ts'
import type { JsonObject, VersionChanges } from './version-change.ts'

/** What has examples in an OpenAPI document. */
interface Document {
  readonly paths: Record<string, Record<string, DescribedOperation>>
  readonly components: { readonly pathItems: Record<string, DescribedWebhook> }
}

interface DescribedOperation {
  readonly operationId: string
  readonly responses: Record<string, { content?: { 'application/json'?: Answer } }>
}

interface Answer {
  readonly examples?: Record<string, { value: unknown }>
}

interface DescribedWebhook {
  readonly post: { requestBody: { content: { 'application/json': { example: { data: JsonObject } } } } }
}

/** The OpenAPI document of a version, from that of the newest. */
export function documentIn(version: string, newest: JsonObject, versions: ApiVersions): JsonObject {
  const former = changesAfter(version, versions).reduceRight(
    (document, changes) => withFormerExamples(changes.document(document), changes),
    newest,
  )
  return { ...former, info: { ...(former.info as JsonObject), version } }
}

/** The document with answers and webhooks in its examples as the version before has them. */
function withFormerExamples(document: JsonObject, { operations, events }: VersionChanges): JsonObject {
  const former = structuredClone(document)
  const { paths, components } = former as unknown as Document
  for (const { operationId, responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { response } = operations[operationId] ?? {}
    if (!response) continue
    // Problems are components: what has content here is an answer.
    for (const { content } of Object.values(responses))
      for (const example of Object.values(content?.['application/json']?.examples ?? {}))
        example.value = response(example.value)
  }
  for (const [type, { post }] of Object.entries(components.pathItems)) {
    const { example } = post.requestBody.content['application/json']
    example.data = events[type]?.(example.data) ?? example.data
  }
  return former
}
