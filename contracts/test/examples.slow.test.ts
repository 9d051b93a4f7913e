import { ERROR_CODES, type ErrorCode, OPERATIONS, openApiDocument, problemSchema } from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document: any = openApiDocument('https://usher.example', recordedExamples())
const { schemas, examples: problems } = document.components
const { operations: recorded, problems: recordedProblems } = recordedExamples()

const ajv = addFormats
  .default(new Ajv2020({ strict: false, allErrors: true, formats: { base64: true } }))
  .addSchema({ $id: 'document', components: { schemas } })

/** What is wrong with an example by the schema of the document. */
const errorsOf = (schema: object, example: unknown) => {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
  const check = ajv.compile(JSON.parse(text))
  return check(example) ? [] : check.errors
}

/** Only other parties' servers can send these: they sign them. */
const NOT_RECORDED = OPERATIONS.filter(({ callback }) => callback).map(({ id }) => id)

/** Refusals whose examples are written by hand, with the reason: tests of a running Usher do not cause them. */
const PROBLEMS_NOT_RECORDED: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'takes a request that no HTTP client sends',
  headers_too_large: 'takes a request that no HTTP client sends',
  request_timeout: 'takes a client that stops in the middle of a request',
  internal_error: 'takes a fault of ours',
  service_unavailable: 'takes a service that is down',
  overloaded: 'takes more load than a test may cause',
  calendar_not_configured: 'takes an installation without Google',
  calendar_needs_reauth: 'takes a Google that refuses us',
  undo_expired: 'takes half an hour',
  plan_limit_reached: 'takes as many of a kind as are allowed',
  clock_advancing: 'takes a race',
  delivery_in_progress: 'takes a race',
  replay_in_progress: 'takes a race',
  unknown_version: 'is answered by the gateway, in words of its own',
  version_ended: 'takes the year 2028',
  live_only: 'takes test data',
  already_waiting: 'takes a race',
  lane_kept_for_booking: 'takes a time of the day',
  no_queue_for_booking: 'takes a time of the day',
}

const HOW = 'RECORD_EXAMPLES=1 npm run test:all -- tests/e2e/examples'

describe('the recorded examples', () => {
  test('exist for every operation except the callbacks of other parties', () => {
    const lacking = OPERATIONS.filter(({ id }) => !recorded.has(id)).map(({ id }) => id)
    expect({ lacking: lacking.toSorted(), HOW }).toEqual({ lacking: NOT_RECORDED.toSorted(), HOW })
  })

  test('exist only for existing operations', () => {
    const ids = OPERATIONS.map(({ id }) => id)
    expect([...recorded.keys()].filter((id) => !ids.includes(id))).toEqual([])
  })

  test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'include a valid request and answer for %s',
    (id, { path, method, status, callback }) => {
      const { parameters, requestBody, responses } = document.paths[path][method]
      for (const { schema, examples } of Object.values<typeof document>(requestBody?.content ?? {})) {
        expect({ errors: errorsOf(schema, examples[id].value), HOW }).toEqual({ errors: [], HOW })
      }
      for (const { schema, examples } of Object.values<typeof document>(responses[status].content ?? {})) {
        expect({ errors: errorsOf(schema, examples[id].value), HOW }).toEqual({ errors: [], HOW })
        expect(examples[id].value).toEqual(expect.anything())
      }
      if (callback) return
      for (const parameter of parameters.filter((one: { in?: string }) => one.in === 'path'))
        expect(parameter).toHaveProperty('example')
      expect(recorded.get(id)?.answer.status).toBe(status)
    },
  )

  test('contain no local address, temporary folder or test host', () => {
    const all = JSON.stringify([...recorded.values(), ...recordedProblems.values()])
    expect(all.match(/(?:127\.0\.0\.1|localhost):(?!3000)\d+|\/tmp\/|usher\.test|198\.18\./g)).toBeNull()
  })
})

describe('the example of a problem', () => {
  test.each(Object.keys(problems))('is valid and has the documented status: %s', (code) => {
    const { value } = problems[code]
    expect(problemSchema.safeParse(value)).toMatchObject({ success: true })
    expect([value.code, value.status]).toEqual([code, ERROR_CODES[code as ErrorCode][0]])
  })

  test('is recorded unless tests cannot cause the problem', () => {
    const lacking = Object.keys(problems).filter((code) => !recordedProblems.has(code))
    expect(lacking.toSorted()).toEqual(Object.keys(PROBLEMS_NOT_RECORDED).toSorted())
  })
})
