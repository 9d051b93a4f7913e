import { z } from 'zod'
import { slotSchema } from './resources/availability.ts'
import { seriesClashSchema } from './resources/series-clash.ts'

/** Every stable error code with its status and title. The wording of `detail` may change; these do not. */
export const ERROR_CODES = {
  malformed_request: [400, 'The request is not valid HTTP'],
  malformed_json: [400, 'The body is not valid JSON'],
  validation_failed: [400, 'The request is not valid'],
  mode_mismatch: [400, 'The credential is for the other mode'],
  invalid_cursor: [400, 'The cursor is not valid'],
  unknown_version: [400, 'The version of the API is not known'],
  unauthorized: [401, 'The credential is missing or invalid'],
  invalid_sign_in: [401, 'The e-mail address or the password is wrong'],
  second_factor_required: [401, 'The second factor is needed as well'],
  insufficient_scope: [403, 'The credential lacks a scope'],
  early_access_required: [403, 'The platform API is in early access'],
  csrf_failed: [403, 'The CSRF token is missing or wrong'],
  forbidden: [403, 'Access to this resource is denied'],
  invalid_proof: [403, 'The password or the code is wrong'],
  not_found: [404, 'The resource does not exist'],
  method_not_allowed: [405, 'The resource does not take this method'],
  email_taken: [409, 'The e-mail address has an account already'],
  last_owner: [409, 'An organisation needs an owner'],
  invalid_transition: [409, 'The current status does not allow this'],
  undo_expired: [409, 'It is too late to undo'],
  queue_paused: [409, 'The queue is paused'],
  queue_full: [409, 'The queue is full'],
  queue_closed: [409, 'The queue is closed'],
  queue_empty: [409, 'Nobody is waiting in the queue'],
  no_queue_for_booking: [409, 'No queue takes this booking'],
  lane_kept_for_booking: [409, 'The place is kept for a booking'],
  queue_not_empty: [409, 'The queue is not empty'],
  clock_advancing: [409, 'The test clock is advancing'],
  clock_backwards: [409, 'A test clock only goes forwards'],
  live_only: [409, 'This is not there for test data'],
  calendar_needs_reauth: [409, 'The owner of the calendar must allow access again'],
  recipient_unreachable: [409, 'The recipient cannot be reached'],
  recipient_opted_out: [409, 'The recipient wants no messages'],
  country_not_allowed: [409, 'No messages are sent to this country'],
  template_exists: [409, 'There is a template for this occasion and language'],
  default_template: [409, 'Templates that come with Usher stay as they are'],
  public_join_off: [409, 'Guests cannot join this queue by themselves'],
  slug_taken: [409, 'Another page has this address'],
  slot_unavailable: [409, 'The time is not free'],
  series_clash: [409, 'Some times of the series are not free'],
  limit_reached: [409, 'A limit on bookings is reached'],
  hold_expired: [409, 'The hold has expired'],
  already_waiting: [409, 'The guest is waiting already'],
  replay_in_progress: [409, 'A replay to this webhook endpoint is under way'],
  delivery_in_progress: [409, 'The delivery is being attempted'],
  idempotency_mismatch: [409, 'The idempotency key was used for another request'],
  plan_limit_reached: [409, 'The organisation has as many of these as its plan allows'],
  endpoint_disabled: [409, 'The webhook endpoint is disabled'],
  request_timeout: [408, 'The request did not arrive in time'],
  version_ended: [410, 'The version of the API has ended'],
  precondition_failed: [412, 'The resource has changed'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The body must be JSON'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The headers are too large'],
  internal_error: [500, 'Internal server error'],
  calendar_not_configured: [503, 'Calendars cannot be connected here'],
  service_unavailable: [503, 'The service is unavailable for the moment'],
  overloaded: [503, 'Too many requests are under way'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ErrorCode = keyof typeof ERROR_CODES

export const errorCodeSchema = z
  .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
  .meta({ id: 'ErrorCode', description: 'Stable: decide by it, not by the words' })

/**
 * One invalid field: `pointer` is a JSON Pointer (RFC 6901) into the body. `parameter` names a query or path
 * parameter; `pointer` is then `?name`, as before `parameter` existed.
 */
export const fieldErrorSchema = z
  .object({
    pointer: z.string().describe('JSON Pointer into the body (RFC 6901), or ?name of a parameter'),
    parameter: z.string().optional().describe('Name of the query or path parameter'),
    message: z.string().describe('What is wrong, in plain words'),
    code: z.string().describe('Stable, such as too_long'),
  })
  .meta({ id: 'FieldError' })

export type FieldError = z.infer<typeof fieldErrorSchema>

/** The body of every error answer (RFC 9457), sent as `application/problem+json`. */
export const problemSchema = z
  .object({
    type: z.string().describe('Names the kind of problem: urn:usher:problem: and the code'),
    title: z.string().describe('The kind of problem in words, the same for each code'),
    status: z.int().describe('HTTP status of the answer'),
    detail: z.string().optional().describe('What is wrong this time, for people; its words may change'),
    instance: z.string().describe('Path of the request'),
    code: errorCodeSchema,
    request_id: z.string().describe('As in the header X-Request-Id: tell it to us if you ask'),
    errors: z.array(fieldErrorSchema).optional().describe('With validation_failed: each field that is wrong'),
    alternatives: z
      .array(slotSchema)
      .optional()
      .meta({ description: 'With slot_unavailable: the nearest times that can be booked' }),
    clashes: z
      .array(seriesClashSchema)
      .optional()
      .meta({ description: 'With series_clash: each time that is not free, and the nearest that is' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' })

export type Problem = z.infer<typeof problemSchema>
