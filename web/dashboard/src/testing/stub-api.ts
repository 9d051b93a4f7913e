import { ERROR_CODES, isAudited, OPERATIONS, type Operation, problemSchema } from '@usher/contracts'
// Invalid bodies are refused in the words of the services. Only this file: the whole kit would load a server.
import { ProblemError, parse } from '../../../../services/kit/src/errors.ts'

/** One request that the dashboard has sent. */
export interface SentRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly headers: Headers
}

/** Ids of the operations that are in the audit log. */
export const AUDITED_OPERATIONS = OPERATIONS.filter(isAudited).map(({ id }) => id)

/** A body, or what gives one; a thrown {@link ProblemError} is answered as the services do. */
export type Answer = object | null | ((sent: SentRequest) => unknown)

/** Refuses a request with a problem. */
export const refuse =
  (...problem: ConstructorParameters<typeof ProblemError>): (() => never) =>
  () => {
    throw new ProblemError(...problem)
  }

/** Answers by operation id. */
export type Answers = Readonly<Record<string, Answer>>

export interface StubbedApi {
  /** The requests for an operation so far. */
  sent(operationId: string): readonly SentRequest[]
  /** The bodies of the only request for an operation, which must have been sent once. */
  bodySent(operationId: string): unknown
}

/**
 * Answers the dashboard's requests in place of the API. Requests and answers must match the contracts: an
 * invalid request gets the problem that the services answer, an invalid or a missing answer fails the test.
 */
export function stubApi(answers: Answers): StubbedApi {
  const sent: { id: string; request: SentRequest }[] = []
  const faults: unknown[] = []
  onTestFinished(() => expect({ faults }).toEqual({ faults: [] }))
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request
    try {
      const { operation, params } = operationOf(request)
      const given = await readRequest(request, params)
      sent.push({ id: operation.id, request: given })
      return await answerOf(operation, given, answers[operation.id])
    } catch (error) {
      faults.push(error)
      return problemResponse(new ProblemError('internal_error', 'The stubbed API has a fault.'))
    }
  })
  const sentFor = (id: string) => sent.filter((one) => one.id === id).map(({ request }) => request)
  return {
    sent: sentFor,
    bodySent(id) {
      expect({ [id]: sentFor(id) }).toEqual({ [id]: [expect.anything()] })
      return sentFor(id)[0]?.body
    },
  }
}

/** Paths without parameters first, as the gateway has them. */
const ROUTES = OPERATIONS.map((operation: Operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
})).sort(
  (one, other) => Number(one.operation.path.includes('{')) - Number(other.operation.path.includes('{')),
)

function operationOf({ method, url }: Request) {
  const { pathname } = new URL(url)
  for (const { operation, pattern } of ROUTES) {
    const match = operation.method === method.toLowerCase() && pattern.exec(pathname)
    if (match) return { operation, params: { ...match.groups } as Record<string, string> }
  }
  throw new Error(`The contracts have no ${method} ${pathname}`)
}

async function readRequest(request: Request, params: Record<string, string>): Promise<SentRequest> {
  const text = await request.text()
  return {
    params,
    query: Object.fromEntries(new URL(request.url).searchParams),
    body: text === '' ? undefined : JSON.parse(text),
    headers: request.headers,
  }
}

async function answerOf(operation: Operation, sent: SentRequest, answer: Answer | undefined) {
  try {
    parse(operation.query, sent.query, '?')
    parse(operation.body, sent.body, '')
    if (answer === undefined) throw new Error(`There is no answer for ${operation.id}`)
    const body = typeof answer === 'function' ? await answer(sent) : answer
    // Parsing drops fields that the contract lacks.
    if (operation.answer)
      expect({ [operation.id]: operation.answer.parse(body) }).toEqual({ [operation.id]: body })
    const headers = { etag: '"1"' }
    if (!operation.answer) return new Response(null, { status: operation.status, headers })
    return Response.json(body, { status: operation.status, headers })
  } catch (error) {
    if (error instanceof ProblemError) return problemResponse(error)
    throw error
  }
}

function problemResponse({ code, message, options }: ProblemError): Response {
  const [status, title] = ERROR_CODES[code]
  const problem = problemSchema.parse({
    ...{ type: `https://usher.test/problems/${code}`, title, status, detail: message, code },
    ...{ instance: '/', request_id: 'req_1', errors: options.errors, ...options.extensions },
  })
  return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } })
}
