import { ERROR_CODES, type ErrorCode, type IdKind, isAudited, OPERATIONS } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { aRequestRecord } from '@usher/test-kit'
import { startWithTrail } from './support/audit.ts'

interface Expected {
  /** Kind of what is acted on. */
  readonly resource: IdKind
  /** A way in which it is refused. */
  readonly refused: ErrorCode
}

/**
 * Every operation that may change something: what it acts on, and with what it may be refused. An operation
 * that is not here fails the test: think of its note (`Reply.audit`) and of the table of its service, too.
 */
const EXPECTED: Record<string, Expected> = {
  createQueue: { resource: 'queue', refused: 'validation_failed' },
  updateQueue: { resource: 'queue', refused: 'precondition_failed' },
  deleteQueue: { resource: 'queue', refused: 'queue_not_empty' },
  pauseQueue: { resource: 'queue', refused: 'not_found' },
  countFreePlaces: { resource: 'queue', refused: 'validation_failed' },
  resumeQueue: { resource: 'queue', refused: 'insufficient_scope' },
  addGuest: { resource: 'guest', refused: 'queue_full' },
  updateGuest: { resource: 'guest', refused: 'invalid_transition' },
  notifyGuest: { resource: 'guest', refused: 'invalid_transition' },
  seatGuest: { resource: 'guest', refused: 'invalid_transition' },
  markNoShow: { resource: 'guest', refused: 'not_found' },
  undoGuest: { resource: 'guest', refused: 'undo_expired' },
  markRepliesRead: { resource: 'guest', refused: 'validation_failed' },
  moveGuest: { resource: 'guest', refused: 'validation_failed' },
  callNextGuest: { resource: 'queue', refused: 'queue_empty' },
  notifyGuests: { resource: 'queue', refused: 'not_found' },
  transferGuest: { resource: 'guest', refused: 'queue_full' },
  removeGuest: { resource: 'guest', refused: 'insufficient_scope' },
  leaveLine: { resource: 'guest', refused: 'invalid_transition' },
  returnToLine: { resource: 'guest', refused: 'invalid_transition' },
  reportArrival: { resource: 'guest', refused: 'invalid_transition' },
  deferTurn: { resource: 'guest', refused: 'validation_failed' },
  subscribeToPush: { resource: 'guest', refused: 'invalid_transition' },
  unsubscribeFromPush: { resource: 'guest', refused: 'not_found' },
  joinQueue: { resource: 'guest', refused: 'already_waiting' },
  updateOwnPlace: { resource: 'guest', refused: 'invalid_transition' },
  createWebhookEndpoint: { resource: 'webhookEndpoint', refused: 'validation_failed' },
  updateWebhookEndpoint: { resource: 'webhookEndpoint', refused: 'precondition_failed' },
  deleteWebhookEndpoint: { resource: 'webhookEndpoint', refused: 'not_found' },
  rotateWebhookSecret: { resource: 'webhookEndpoint', refused: 'not_found' },
  testWebhookEndpoint: { resource: 'webhookEndpoint', refused: 'not_found' },
  replayDeliveries: { resource: 'webhookEndpoint', refused: 'not_found' },
  retryDelivery: { resource: 'delivery', refused: 'delivery_in_progress' },
  sendNotification: { resource: 'notification', refused: 'recipient_unreachable' },
  createTestClock: { resource: 'testClock', refused: 'plan_limit_reached' },
  deleteTestClock: { resource: 'testClock', refused: 'not_found' },
  advanceTestClock: { resource: 'testClock', refused: 'clock_backwards' },
  createOptOut: { resource: 'optOut', refused: 'validation_failed' },
  deleteOptOut: { resource: 'optOut', refused: 'recipient_opted_out' },
  receiveSandboxReply: { resource: 'reply', refused: 'not_found' },
  updateNotificationSettings: { resource: 'organization', refused: 'precondition_failed' },
  createTemplate: { resource: 'template', refused: 'template_exists' },
  announceToQueue: { resource: 'queue', refused: 'validation_failed' },
  updateQueueMessages: { resource: 'queue', refused: 'precondition_failed' },
  updateTemplate: { resource: 'template', refused: 'default_template' },
  deleteTemplate: { resource: 'template', refused: 'not_found' },
  createMessageProvider: { resource: 'messageProvider', refused: 'validation_failed' },
  updateMessageProvider: { resource: 'messageProvider', refused: 'precondition_failed' },
  deleteMessageProvider: { resource: 'messageProvider', refused: 'not_found' },
  testMessageProvider: { resource: 'messageProvider', refused: 'not_found' },
  signUp: { resource: 'organization', refused: 'email_taken' },
  signIn: { resource: 'session', refused: 'invalid_sign_in' },
  signOut: { resource: 'session', refused: 'csrf_failed' },
  endSession: { resource: 'session', refused: 'not_found' },
  createApiKey: { resource: 'apiKey', refused: 'forbidden' },
  updateApiKey: { resource: 'apiKey', refused: 'not_found' },
  rotateApiKey: { resource: 'apiKey', refused: 'invalid_transition' },
  revokeApiKey: { resource: 'apiKey', refused: 'not_found' },
  updateMember: { resource: 'member', refused: 'last_owner' },
  removeMember: { resource: 'member', refused: 'forbidden' },
  createInvitation: { resource: 'invitation', refused: 'forbidden' },
  withdrawInvitation: { resource: 'invitation', refused: 'not_found' },
  acceptInvitation: { resource: 'member', refused: 'not_found' },
  updateMe: { resource: 'member', refused: 'validation_failed' },
  reportPageError: { resource: 'member', refused: 'validation_failed' },
  verifyEmail: { resource: 'member', refused: 'not_found' },
  changePassword: { resource: 'member', refused: 'invalid_proof' },
  requestPasswordReset: { resource: 'member', refused: 'rate_limited' },
  confirmPasswordReset: { resource: 'member', refused: 'not_found' },
  beginSecondFactor: { resource: 'member', refused: 'invalid_proof' },
  confirmSecondFactor: { resource: 'member', refused: 'invalid_transition' },
  removeSecondFactor: { resource: 'member', refused: 'invalid_proof' },
  renewRecoveryCodes: { resource: 'member', refused: 'invalid_proof' },
  createOAuthClient: { resource: 'oauthClient', refused: 'forbidden' },
  updateOAuthClient: { resource: 'oauthClient', refused: 'precondition_failed' },
  rotateOAuthClientSecret: { resource: 'oauthClient', refused: 'invalid_transition' },
  deleteOAuthClient: { resource: 'oauthClient', refused: 'not_found' },
  endOwnOAuthGrant: { resource: 'oauthGrant', refused: 'not_found' },
  endOAuthGrant: { resource: 'oauthGrant', refused: 'not_found' },
  updateOrganization: { resource: 'organization', refused: 'precondition_failed' },
  replaceLogo: { resource: 'organization', refused: 'validation_failed' },
  deleteLogo: { resource: 'organization', refused: 'precondition_failed' },
  createPrivacyRequest: { resource: 'privacyRequest', refused: 'forbidden' },
  createSubscription: { resource: 'webhookEndpoint', refused: 'early_access_required' },
  updateSubscription: { resource: 'webhookEndpoint', refused: 'precondition_failed' },
  deleteSubscription: { resource: 'webhookEndpoint', refused: 'not_found' },
  rotateSubscriptionSecret: { resource: 'webhookEndpoint', refused: 'not_found' },
  testSubscription: { resource: 'webhookEndpoint', refused: 'not_found' },
  replaySubscription: { resource: 'webhookEndpoint', refused: 'not_found' },
  createServiceType: { resource: 'serviceType', refused: 'not_found' },
  updateServiceType: { resource: 'serviceType', refused: 'precondition_failed' },
  replaceServiceType: { resource: 'serviceType', refused: 'precondition_failed' },
  deleteServiceType: { resource: 'serviceType', refused: 'not_found' },
  createProvider: { resource: 'provider', refused: 'validation_failed' },
  updateProvider: { resource: 'provider', refused: 'precondition_failed' },
  deleteProvider: { resource: 'provider', refused: 'not_found' },
  createCategory: { resource: 'category', refused: 'validation_failed' },
  updateCategory: { resource: 'category', refused: 'precondition_failed' },
  deleteCategory: { resource: 'category', refused: 'not_found' },
  createProduct: { resource: 'product', refused: 'not_found' },
  updateProduct: { resource: 'product', refused: 'precondition_failed' },
  deleteProduct: { resource: 'product', refused: 'not_found' },
  createBooking: { resource: 'booking', refused: 'slot_unavailable' },
  updateBooking: { resource: 'booking', refused: 'invalid_transition' },
  cancelBooking: { resource: 'booking', refused: 'invalid_transition' },
  checkInBooking: { resource: 'booking', refused: 'invalid_transition' },
  holdSlot: { resource: 'hold', refused: 'slot_unavailable' },
  releaseHold: { resource: 'hold', refused: 'not_found' },
  createBookingSeries: { resource: 'series', refused: 'series_clash' },
  cancelBookingSeries: { resource: 'series', refused: 'invalid_transition' },
  updateBookingPage: { resource: 'organization', refused: 'slug_taken' },
  holdOnline: { resource: 'hold', refused: 'slot_unavailable' },
  bookOnline: { resource: 'booking', refused: 'hold_expired' },
  bookSeriesOnline: { resource: 'series', refused: 'series_clash' },
  joinStandby: { resource: 'standby', refused: 'limit_reached' },
  acceptStandbyOffer: { resource: 'standby', refused: 'hold_expired' },
  leaveStandby: { resource: 'standby', refused: 'not_found' },
  removeStandby: { resource: 'standby', refused: 'not_found' },
  requestBookingCode: { resource: 'bookingCode', refused: 'rate_limited' },
  startCustomerSession: { resource: 'bookingCode', refused: 'invalid_proof' },
  moveOwnBooking: { resource: 'booking', refused: 'slot_unavailable' },
  cancelOwnBooking: { resource: 'booking', refused: 'invalid_transition' },
  checkInOwnBooking: { resource: 'booking', refused: 'no_queue_for_booking' },
  arriveAtQueue: { resource: 'booking', refused: 'not_found' },
  confirmGoogleCalendar: { resource: 'calendarConnection', refused: 'not_found' },
  updateCalendarConnection: { resource: 'calendarConnection', refused: 'precondition_failed' },
  deleteCalendarConnection: { resource: 'calendarConnection', refused: 'not_found' },
  startCalendarSync: { resource: 'calendarSync', refused: 'not_found' },
  retrySubscriptionDelivery: { resource: 'delivery', refused: 'delivery_in_progress' },
}

const mutating = OPERATIONS.filter(isAudited)

let all: Awaited<ReturnType<typeof startWithTrail>>
beforeAll(async () => {
  all = await startWithTrail()
})
afterAll(() => all[Symbol.asyncDispose]())

describe('every operation that may change something', () => {
  test('is listed in the table of this test, which holds nothing else', () => {
    expect(Object.keys(EXPECTED).sort()).toEqual(mutating.map(({ id }) => id).sort())
  })

  test.each(mutating.map((operation) => [operation.id, operation] as const))(
    '%s makes one entry each when accepted, refused and failed, with actor, action and resource',
    async (id, operation) => {
      const expected = EXPECTED[id] as Expected
      const organization_id = newId('organization')
      const actor = newId('member')
      const resource = newId(expected.resource)
      const audit = { resource, changes: {}, address: '192.0.2.7', user_agent: 'Test/1' }
      const answers = [
        { status: operation.status, code: null },
        { status: ERROR_CODES[expected.refused][0], code: expected.refused },
        { status: 499, code: null },
        { status: 503, code: 'service_unavailable' as const },
      ]
      const records = answers.map((answer) =>
        aRequestRecord(operation, { organization_id, actor, audit, ...answer }),
      )
      for (const record of records) await all.record(record)
      await all.record(aRequestRecord(operation, { organization_id, actor: 'last' }))
      const [, ...trail] = await all.recorded(organization_id, 5)
      const common = { actor, action: id, resource }
      expect(trail.sort((a, b) => Number(a.status) - Number(b.status))).toMatchObject([
        { ...common, outcome: 'accepted', status: operation.status, request_id: records[0]?.request_id },
        { ...common, outcome: 'refused', code: expected.refused, request_id: records[1]?.request_id },
        { ...common, outcome: 'failed', code: null, request_id: records[2]?.request_id },
        { ...common, outcome: 'failed', code: 'service_unavailable', request_id: records[3]?.request_id },
      ])
    },
  )
})
