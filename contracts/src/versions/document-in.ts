import { API_VERSIONS, type ApiVersion } from './api-versions.ts'
import { changesAfter } from './conversion.ts'
import { changeEvery, changeIn, isObject } from './json.ts'
import type { JsonObject, VersionChanges } from './version-change.ts'

/** The OpenAPI document of a version, from that of the newest. */
export function documentIn(
  version: string,
  document: JsonObject,
  versions: readonly ApiVersion[] = API_VERSIONS,
): JsonObject {
  const former = changesAfter(version, versions).reduceRight(
    (one, changes) => withFormerExamples(changes.document(one), changes),
    document,
  )
  return changeIn(former, 'info', (info) => ({ ...info, version }))
}

/** The document with answers and webhooks in its examples as the version before has them. */
function withFormerExamples(document: JsonObject, { operations, events }: VersionChanges): JsonObject {
  const operationIn = (operation: JsonObject): JsonObject => {
    const { response } = operations[String(operation.operationId)] ?? {}
    return response
      ? changeIn(operation, 'responses', (all) => changeEvery(all, inContent(response)))
      : operation
  }
  const paths = changeIn(document, 'paths', (all) =>
    changeEvery(all, (path) => changeEvery(path, operationIn)),
  )
  const webhooks = (all: JsonObject) =>
    Object.fromEntries(
      Object.entries(all).map(([type, webhook]) => {
        const change = events[type]
        return [type, change && isObject(webhook) ? changeIn(webhook, 'post', inDelivery(change)) : webhook]
      }),
    )
  return changeIn(paths, 'components', (components) => changeIn(components, 'pathItems', webhooks))
}

type Response = (body: unknown) => unknown

/** Problems are components: what has content here is an answer. */
const inContent = (change: Response) => (answer: JsonObject) =>
  changeIn(answer, 'content', (content) =>
    changeIn(content, 'application/json', (media) =>
      changeIn(media, 'examples', (examples) =>
        changeEvery(examples, (example) => ({ ...example, value: change(example.value) })),
      ),
    ),
  )

const inDelivery = (change: (data: JsonObject) => JsonObject) => (post: JsonObject) =>
  changeIn(post, 'requestBody', (body) =>
    changeIn(body, 'content', (content) =>
      changeIn(content, 'application/json', (media) =>
        changeIn(media, 'example', (envelope) => changeIn(envelope, 'data', change)),
      ),
    ),
  )
