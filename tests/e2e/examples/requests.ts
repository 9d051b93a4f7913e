import type { Operation } from '@usher/contracts'
import { caseOf } from '../audit/cases.ts'
import type { Owner } from '../isolation/owner.ts'
import { RESOURCES } from '../isolation/resources.ts'
import { onOne, TABLE } from '../isolation/table.ts'
import type { Usher } from '../stack.ts'
import { type ExampleRequest, READS } from './reads.ts'

/** Operations whose example cannot be recorded, with the reason; theirs follow from the schemas. */
export const NOT_RECORDED: Readonly<Record<string, string>> = {
  receiveTwilioStatus: "signed by Twilio, with the account's token",
  receiveTwilioInbound: "signed by Twilio, with the account's token",
  receiveHttpEvent: "signed by the organisation's own server",
  receiveMailBounce: 'sent by mail servers: a message, no JSON',
  receiveGoogleCalendarPush: 'sent by Google, with headers and no body',
}

/** Bodies of the audit's cases, where that of the schema would reach somebody, or suits other settings. */
const OWN_BODY: ReadonlySet<string> = new Set([
  ...['createMessageProvider', 'createWebhookEndpoint', 'createSubscription', 'createOptOut'],
  ...['subscribeToPush', 'updateNotificationSettings', 'updateBookingPage', 'countFreePlaces'],
  ...['createBookingSeries', 'bookSeriesOnline', 'arriveAtQueue', 'startCustomerSession'],
])

/** The request whose answer is the example of an operation. */
export async function exampleRequest(
  usher: Usher,
  operation: Operation,
  owner: Owner,
): Promise<ExampleRequest> {
  const read = await READS[operation.id]?.(owner)
  if (read) return read
  const given = await caseOf(usher, operation)?.accepted(owner)
  if (given) return { ...given, body: bodyOf(operation, given.body) }
  const { at, body } = onOne(TABLE[operation.id])
  const params = at ? await RESOURCES[at].create(owner) : {}
  const query = 'cursor' in operation.query.shape ? { query: 'limit=1' } : {}
  return { params, ...query, body: bodyOf(operation, typeof body === 'function' ? body(params) : body) }
}

/** The example of the schema, with the identifiers and times of what there is. */
function bodyOf({ id, body }: Operation, given: unknown): unknown {
  const [example] = [body.meta()?.examples ?? []].flat()
  if (example === undefined || OWN_BODY.has(id)) return given
  const fields = Object.entries(example as object).flatMap(([name, value]) => {
    if (!isOfThisRun(value)) return [[name, value]]
    const own = (given as Record<string, unknown> | undefined)?.[name]
    return own === undefined ? [] : [[name, own]]
  })
  return Object.fromEntries(fields)
}

/** Whether a value has to be of something that exists now. */
const isOfThisRun = (value: unknown): boolean =>
  /[a-z]_01h455vb4pex5vsknk084sn0|\d{4}-\d\d-\d\d/.test(JSON.stringify(value))
