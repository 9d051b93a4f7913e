import {
  NEWEST_API_VERSION,
  OPERATIONS,
  type Operation,
  openApiDocument,
  VERSION_HEADER,
} from '@usher/contracts'
import {
  brief,
  haveSameShape,
  isRecording,
  type Receiver,
  recordExample,
  recordedExample,
  recordedProblem,
  settle,
} from '@usher/test-kit'
import type { ExampleRequest } from './examples/reads.ts'
import { REFUSALS } from './examples/refusals.ts'
import { exampleRequest, NOT_RECORDED } from './examples/requests.ts'
import { type Owner, send } from './isolation/owner.ts'
import { RESOURCES } from './isolation/resources.ts'
import { type SharedOwner, useSharedOwner } from './shared-owner.ts'
import type { Usher } from './stack.ts'

let shared: SharedOwner
let usher: Usher
let receiver: Receiver
let owner: Owner
beforeAll(async () => {
  shared = await useSharedOwner()
  ;({ usher, receiver, owner } = shared)
  // So that no list is empty, and each has a next page.
  for (const kind of Object.values(RESOURCES)) await kind.create(owner)
})
afterAll(async () => {
  await shared?.[Symbol.asyncDispose]()
})

// biome-ignore lint/suspicious/noExplicitAny: read as a client would
const document = openApiDocument('https://usher.example') as any

/** The headers that the API document requires of a successful answer. */
function requiredHeaders({ path, method, status }: Operation): string[] {
  const { headers } = document.paths[path][method].responses[status]
  return Object.keys(headers).filter((name) => document.components.headers[name].required)
}

/** Sends the request of an example; returns both as they can be written down. */
async function exchange(operation: Operation, { call = owner.call, ...request }: ExampleRequest) {
  const headers = { [VERSION_HEADER]: NEWEST_API_VERSION, ...request.headers }
  const { status, body, headers: answered } = await send(call, operation, { ...request, headers })
  expect([status, body]).toEqual([operation.status, body])
  expect(requiredHeaders(operation).filter((name) => !answered.has(name))).toEqual([])
  const names = Object.keys(operation.params.shape)
  const params = Object.fromEntries(names.map((name) => [name, request.params?.[name]]))
  const query = Object.fromEntries(new URLSearchParams(request.query))
  const example = {
    request: { params, query, ...(request.body !== undefined && { body: request.body }) },
    answer: operation.answer === null ? { status } : { status, body: brief(body) },
  }
  const { url, google_url = url } = usher.demo
  return settle(example, [
    [url, 'https://usher.example'],
    [google_url, 'https://accounts.google.com'],
    [receiver.url, 'https://example.com/usher'],
  ])
}

const recordable = OPERATIONS.filter(({ id }) => !(id in NOT_RECORDED))

describe('the examples of the API document', () => {
  test.each(recordable.map((operation) => [operation.id, operation] as const))(
    '%s answers the example request in the recorded form',
    async (id, operation) => {
      const example = await exchange(operation, await exampleRequest(usher, operation, owner))
      if (isRecording()) recordExample(id, example)
      const recorded = recordedExample(id)
      const how = `Record it: RECORD_EXAMPLES=1 npm run test:all -- tests/e2e/examples`
      if (haveSameShape(recorded, example)) expect(recorded).toBeDefined()
      else expect({ example, how }).toEqual({ example: recorded, how })
    },
  )

  test.each(Object.entries(REFUSALS))(
    'a request refused as %s answers with that code, as recorded',
    async (code, ask) => {
      // While recording, the client writes the answer down.
      expect((await ask(owner, usher)).body).toMatchObject({ code })
      expect(recordedProblem(code)).toMatchObject({ code })
    },
  )

  test('every operation without an example exists and has a reason', () => {
    const ids = OPERATIONS.map(({ id }) => id)
    for (const [id, reason] of Object.entries(NOT_RECORDED)) {
      expect(ids).toContain(id)
      expect(reason).toMatch(/\w/)
    }
  })
})
