import { z } from 'zod'
import { cloudEventSchema } from './events/cloud-event.ts'
import { idOf } from './ids.ts'
import { timestamp } from './text.ts'

/** Services that run for test clocks, in the order in which their events of one moment are handled. */
export const CLOCK_SERVICES = ['queue', 'booking-platform', 'notification', 'webhook-delivery'] as const

export type ClockService = (typeof CLOCK_SERVICES)[number]

/** The listening service: it consumes events, and no other service consumes its own. */
export const LISTENING_SERVICE = 'webhook-delivery' satisfies ClockService

const clockService = z.enum(CLOCK_SERVICES)

const dues = z
  .partialRecord(clockService, timestamp.nullable())
  .meta({ description: 'When something is due in each service; null: nothing is' })

// How the gateway drives test clocks. Internal: no public operations, and only the gateway may ask.

/** Looks up the test clock that a request names; answered with 404 if there is none. */
export const clockLookup = {
  path: '/internal/test-clocks/find',
  body: z.strictObject({
    organization_id: idOf('organization').meta({ description: 'The test organisation of the caller' }),
    clock_id: z.string().max(100),
    leaves_work_in: clockService.nullable().meta({
      description: 'The service in which the request may leave work to do; null: it changes nothing',
    }),
  }),
  answer: z.object({
    organization_id: idOf('organization').meta({ description: 'The organisation with its data' }),
    now: timestamp,
    status: z.enum(['ready', 'advancing', 'failed']),
  }),
}

const leaseOwner = z.string().min(1).max(100)

/** What a gateway is to do for a test clock. */
const clockTask = z.object({
  organization_id: idOf('organization'),
  now: timestamp,
  advancing_to: timestamp.nullable(),
  touched: z.array(clockService).meta({ description: 'Services in which work may have been left' }),
  dues,
  is_deleted: z.boolean().meta({ description: 'Whether its data is to be deleted' }),
  introduction: z
    .array(cloudEventSchema)
    .meta({ description: 'Events by which services learn of the organisation, until they have' }),
})

export type ClockTask = z.infer<typeof clockTask>

/** Takes a clock with work to do, by a lease; answered with 404 if there is none, or another gateway has it. */
export const clockClaim = {
  path: '/internal/test-clocks/claim',
  body: z.strictObject({
    owner: leaseOwner,
    organization_id: idOf('organization')
      .nullable()
      .meta({ description: 'The test organisation; null: any' }),
    touched: z
      .record(idOf('organization'), z.array(clockService))
      .meta({ description: 'Services in which requests have left work, by the organisation of their clock' }),
  }),
  answer: clockTask,
}

/** Reports how far a clock is, and renews the lease; answered with 404 once another gateway has it. */
export const clockReport = {
  path: '/internal/test-clocks/report',
  body: z.strictObject({
    owner: leaseOwner,
    organization_id: idOf('organization'),
    now: timestamp.meta({ description: 'The time that it has reached' }),
    dues,
    outcome: z.enum(['going_on', 'settled', 'failed', 'deleted']).meta({
      description: 'settled: nothing is due or under way at this time; failed: it cannot go on',
    }),
  }),
  answer: clockTask
    .nullable()
    .meta({ description: 'What is to be done next; null: nothing, and the lease is given back' }),
}

/** Has a service do what is due in the world of a test clock. */
export const clockWork = {
  path: '/internal/test-clocks/work',
  body: z.strictObject({
    organization_id: idOf('organization'),
    after: z.string().max(100).nullable().meta({
      description:
        'The `mark` of its last answer, if nobody else can have changed anything since; null: look at all',
    }),
    from: timestamp.meta({ description: 'Time up to which all work is done' }),
    segments: z
      .array(z.object({ now: timestamp, events: z.array(cloudEventSchema) }))
      .meta({ description: 'Events of services to handle, in order, each at its time' }),
    until: timestamp.meta({ description: 'Time up to which to do what is due' }),
    taken: z.array(z.string()).meta({ description: 'Records of the outbox whose events all have handled' }),
    is_only_taken: z.boolean().meta({ description: 'Whether nothing else is to be done' }),
  }),
  answer: z.object({
    outbox: z.array(z.object({ id: z.string(), events: z.array(cloudEventSchema) })).meta({
      description:
        'Events that others may not have handled yet, but for those answered before, in the order of commits',
    }),
    next_due: timestamp.nullable().meta({ description: 'When something is due again; null: never' }),
    consumes: z.array(z.string()).meta({ description: 'Types of the events that it handles' }),
    mark: z.string().meta({ description: 'Stands for what the service knows now: see `after`' }),
  }),
}

export type ClockWork = z.infer<typeof clockWork.body>

export type ClockWorkDone = z.infer<typeof clockWork.answer>

/** Has a service delete all data of a test clock. */
export const clockDeletion = {
  path: '/internal/test-clocks/delete',
  body: z.strictObject({ organization_id: idOf('organization') }),
}
