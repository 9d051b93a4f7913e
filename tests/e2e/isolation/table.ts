import { DAY_MS } from '@usher/service-kit/durations'
import type { OperationRequest, Params } from './owner.ts'
import type { Kind } from './resources.ts'

/** What an operation names, and how to build the requests that prove its isolation. */
interface OnOne {
  /** The kind of resource in its path. */
  readonly at?: Kind
  /** A valid body if it needs one, or how to build it from the path parameters. */
  readonly body?: object | ((params: Params) => object)
  /** For resources that the body or the query names: their kind, and a request with such an id. */
  readonly naming?: {
    readonly kind: Kind
    /** The kind of resource in the path of an open operation; the request is for one of the stranger's own. */
    readonly on?: Kind
    /** Whether any id is accepted, because it can only match the organisation's own resources. */
    readonly isAccepted?: boolean
    request(id: string): Pick<OperationRequest, 'body' | 'query'>
  }
}

/**
 * - a kind: the path names one, and nothing else is needed;
 * - `own`: it names no resource, and the response depends on the caller's organisation (lists are compared);
 * - `open`: it needs no credential; a path may contain a token, which is proof enough.
 */
export type Entry = Kind | 'own' | 'open' | OnOne

const inDays = (days: number) =>
  new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS).toISOString()
/** Bookable times. */
const SOON = inDays(3)
const LATER = inDays(4)

/** Bookings are expected by the queue's own organisation only: an id of another one names nothing. */
const expecting = (id: string) => ({ bookings: { service_type_ids: [id] } })

/** Every operation, by its id: one line each. */
export const TABLE: Readonly<Record<string, Entry>> = {
  listQueues: 'own',
  createQueue: {
    naming: {
      kind: 'serviceType',
      isAccepted: true,
      request: (id) => ({ body: { name: 'New', ...expecting(id) } }),
    },
  },
  getQueue: 'queue',
  updateQueue: {
    at: 'queue',
    body: { name: 'Changed' },
    naming: { kind: 'serviceType', isAccepted: true, request: (id) => ({ body: expecting(id) }) },
  },
  deleteQueue: 'emptyQueue',
  pauseQueue: 'queue',
  resumeQueue: 'queue',
  countFreePlaces: { at: 'queue', body: { count: 1 } },
  streamQueue: 'queue',
  getEstimateAccuracy: 'queue',
  getQueueLine: 'queue',
  getQueueRefusals: 'queue',

  getQueueStatistics: 'queue',
  exportGuests: 'queue',
  listGuests: 'queue',
  listAllGuests: 'own',
  addGuest: { at: 'queue', body: { name: 'Stranger' } },
  getGuest: 'guest',
  updateGuest: { at: 'guest', body: { name: 'Changed' } },
  notifyGuest: {
    at: 'guest',
    naming: { kind: 'template', isAccepted: true, request: (template_id) => ({ body: { template_id } }) },
  },
  seatGuest: 'guest',
  markNoShow: 'guest',
  undoGuest: 'seatedGuest',
  markRepliesRead: { at: 'guest', body: { until: '2026-01-01T00:00:00.000Z' } },
  moveGuest: {
    at: 'guest',
    body: { position: 1 },
    naming: { kind: 'guest', request: (after) => ({ body: { after } }) },
  },
  removeGuest: 'guest',
  callNextGuest: 'queue',
  getGuestTimeline: 'seatedGuest',
  notifyGuests: {
    at: 'queue',
    body: { guest_ids: ['gst_01h455vb4pex5vsknk084sn02q'] },
    naming: { kind: 'guest', isAccepted: true, request: (id) => ({ body: { guest_ids: [id] } }) },
  },
  transferGuest: {
    at: 'guestWithTarget',
    body: ({ target }: Params) => ({ queue_id: target }),
    naming: { kind: 'queue', request: (queue_id) => ({ body: { queue_id } }) },
  },

  getOwnPlace: 'open',
  getOwnTimeline: 'open',
  streamOwnPlace: 'open',
  leaveLine: 'open',
  returnToLine: 'open',
  reportArrival: 'open',
  deferTurn: 'open',
  updateOwnPlace: 'open',
  getPushKey: 'open',
  subscribeToPush: 'open',
  unsubscribeFromPush: 'open',
  getJoinPage: 'open',
  joinQueue: 'open',
  getDisplay: 'open',
  streamDisplay: 'open',

  listNotifications: {
    naming: { kind: 'guest', isAccepted: true, request: (id) => ({ query: `guest_id=${id}` }) },
  },
  listTestMessages: {
    naming: { kind: 'guest', isAccepted: true, request: (id) => ({ query: `guest_id=${id}` }) },
  },
  // Those with an id in their path are tried in test-clocks.test.ts, as live credentials are refused.
  createTestClock: 'own',
  listTestClocks: 'own',
  getTestClock: 'own',
  deleteTestClock: 'own',
  advanceTestClock: 'own',
  getConversation: 'guestInConversation',
  listReplies: {
    naming: { kind: 'guest', isAccepted: true, request: (id) => ({ query: `guest_id=${id}` }) },
  },
  receiveSandboxReply: 'own',
  listOptOuts: 'own',
  createOptOut: 'own',
  getOptOut: 'optOut',
  deleteOptOut: 'optOut',
  listConsents: 'own',
  getNotificationSettings: 'own',
  updateNotificationSettings: 'own',
  listTemplates: 'own',
  createTemplate: 'own',
  previewTemplate: 'own',
  getTemplate: 'template',
  updateTemplate: { at: 'template', body: { name: 'Changed' } },
  deleteTemplate: 'template',
  getQueueMessages: 'queue',
  updateQueueMessages: { at: 'queue', body: { automatic: { reminder: true } } },
  announceToQueue: { at: 'queue', body: { text: 'We close in ten minutes.' } },
  getNotification: 'notification',
  sendNotification: {
    naming: { kind: 'guest', request: (guest_id) => ({ body: { guest_id, text: 'Hello' } }) },
  },

  listMessageProviders: 'own',
  createMessageProvider: 'own',
  getMessageProvider: 'messageProvider',
  updateMessageProvider: { at: 'messageProvider', body: { name: 'Changed' } },
  deleteMessageProvider: 'messageProvider',
  testMessageProvider: { at: 'messageProvider', body: { to: '+14155552671' } },
  receiveTwilioStatus: 'open',
  receiveTwilioInbound: 'open',
  receiveHttpEvent: 'open',
  receiveGoogleCalendarPush: 'open',
  receiveMailBounce: 'open',

  listEventTypes: 'own',
  streamEvents: 'own',
  listWebhookEndpoints: 'own',
  createWebhookEndpoint: {
    naming: {
      kind: 'queue',
      isAccepted: true,
      request: (id) => ({ body: { url: 'https://example.com/hook', queue_ids: [id] } }),
    },
  },
  getWebhookEndpoint: 'webhookEndpoint',
  updateWebhookEndpoint: {
    at: 'webhookEndpoint',
    body: { description: 'Changed' },
    naming: { kind: 'queue', isAccepted: true, request: (id) => ({ body: { queue_ids: [id] } }) },
  },
  deleteWebhookEndpoint: 'webhookEndpoint',
  rotateWebhookSecret: 'webhookEndpoint',
  listDeliveries: 'webhookEndpoint',
  retryDelivery: 'delivery',
  getDelivery: 'delivery',
  testWebhookEndpoint: { at: 'webhookEndpoint', body: { event_type: 'guest.added' } },
  replayDeliveries: { at: 'webhookEndpoint', body: { since: '2026-01-01T00:00:00Z' } },
  getReplay: 'webhookReplay',

  listSubscriptionEventTypes: 'own',
  listSubscriptions: 'own',
  createSubscription: {
    naming: {
      kind: 'queue',
      isAccepted: true,
      request: (id) => ({ body: { url: 'https://example.com/hook', queue_ids: [id] } }),
    },
  },
  getSubscription: 'webhookEndpoint',
  updateSubscription: {
    at: 'webhookEndpoint',
    body: { description: 'Changed' },
    naming: { kind: 'queue', isAccepted: true, request: (id) => ({ body: { queue_ids: [id] } }) },
  },
  deleteSubscription: 'webhookEndpoint',
  rotateSubscriptionSecret: 'webhookEndpoint',
  listSubscriptionDeliveries: 'webhookEndpoint',
  retrySubscriptionDelivery: 'delivery',
  getSubscriptionDelivery: 'delivery',
  testSubscription: { at: 'webhookEndpoint', body: { event_type: 'guest.added' } },
  replaySubscription: { at: 'webhookEndpoint', body: { since: '2026-01-01T00:00:00Z' } },
  getSubscriptionReplay: 'webhookReplay',

  listServiceTypes: 'own',
  createServiceType: {
    naming: {
      kind: 'provider',
      request: (id) => ({ body: { name: 'Cut', duration_minutes: 30, provider_ids: [id] } }),
    },
  },
  getServiceType: 'serviceType',
  updateServiceType: {
    at: 'serviceType',
    body: { name: 'Changed' },
    naming: { kind: 'category', request: (category_id) => ({ body: { category_id } }) },
  },
  replaceServiceType: {
    at: 'serviceType',
    body: { name: 'Changed', duration_minutes: 30 },
    naming: {
      kind: 'category',
      request: (category_id) => ({ body: { name: 'Changed', duration_minutes: 30, category_id } }),
    },
  },
  deleteServiceType: 'serviceType',
  listProviders: 'own',
  createProvider: 'own',
  getProvider: 'provider',
  updateProvider: { at: 'provider', body: { name: 'Changed' } },
  deleteProvider: 'provider',
  getAvailability: {
    naming: {
      kind: 'bookable',
      request: (id) => ({ query: `service_type_id=${id}&from=${SOON}&to=${LATER}` }),
    },
  },
  getFirstAvailable: {
    naming: { kind: 'bookable', request: (id) => ({ query: `service_type_id=${id}` }) },
  },
  explainAvailability: {
    naming: { kind: 'bookable', request: (id) => ({ query: `service_type_id=${id}&start=${SOON}` }) },
  },
  listBookings: {
    naming: { kind: 'provider', isAccepted: true, request: (id) => ({ query: `provider_id=${id}` }) },
  },
  createBooking: {
    naming: {
      kind: 'bookable',
      request: (service_type_id) => ({ body: { service_type_id, start: SOON, customer: { name: 'Ada' } } }),
    },
  },
  holdSlot: {
    naming: { kind: 'bookable', request: (service_type_id) => ({ body: { service_type_id, start: SOON } }) },
  },
  releaseHold: 'hold',
  getBooking: 'booking',
  updateBooking: {
    at: 'booking',
    body: { notes: 'Changed' },
    naming: { kind: 'provider', request: (provider_id) => ({ body: { provider_id } }) },
  },
  cancelBooking: 'booking',
  checkInBooking: {
    at: 'bookingWithQueue',
    body: ({ queue }: Params) => ({ queue_id: queue }),
    // The queue service refuses it later, the same way as an unknown id.
    naming: { kind: 'queue', isAccepted: true, request: (queue_id) => ({ body: { queue_id } }) },
  },
  createBookingSeries: {
    naming: {
      kind: 'bookable',
      request: (service_type_id) => ({
        body: { services: [{ service_type_id }], start: SOON, customer: { name: 'Ada' } },
      }),
    },
  },
  getBookingSeries: 'series',
  cancelBookingSeries: 'series',
  getBookingPage: 'own',
  updateBookingPage: 'own',
  getBookingPageRefusals: 'own',
  getOnlineBookingPage: 'open',
  listOnlineTimes: {
    naming: {
      ...{ kind: 'bookable', on: 'bookingPage' },
      request: (id) => ({ query: `service_type_id=${id}&from=${SOON}&to=${LATER}` }),
    },
  },
  listOnlineDays: {
    naming: {
      ...{ kind: 'bookable', on: 'bookingPage' },
      request: (id) => ({
        query: `service_type_id=${id}&from=${SOON.slice(0, 10)}&to=${LATER.slice(0, 10)}`,
      }),
    },
  },
  holdOnline: {
    naming: {
      ...{ kind: 'bookable', on: 'bookingPage' },
      request: (service_type_id) => ({ body: { service_type_id, start: SOON } }),
    },
  },
  bookSeriesOnline: {
    naming: {
      ...{ kind: 'bookable', on: 'bookingPage' },
      request: (service_type_id) => ({
        body: {
          services: [{ service_type_id }],
          ...{ start: SOON, customer: { name: 'Ada', email: 'ada@example.com' } },
        },
      }),
    },
  },
  requestBookingCode: 'open',
  startCustomerSession: 'open',
  getReturningCustomer: 'open',
  listCustomerBookings: 'open',
  bookOnline: {
    naming: {
      ...{ kind: 'hold', on: 'bookingPage' },
      request: (hold_id) => ({ body: { hold_id, customer: { name: 'Ada', email: 'ada@example.com' } } }),
    },
  },
  joinStandby: {
    naming: {
      ...{ kind: 'bookable', on: 'bookingPage' },
      request: (service_type_id) => ({
        body: {
          ...{ service_type_id, windows: [{ from: SOON, to: LATER }] },
          customer: { name: 'Ada', email: 'ada@example.com' },
        },
      }),
    },
  },
  getOwnStandby: 'open',
  acceptStandbyOffer: 'open',
  leaveStandby: 'open',
  listStandbys: {
    naming: { kind: 'bookable', isAccepted: true, request: (id) => ({ query: `service_type_id=${id}` }) },
  },
  removeStandby: 'standby',
  getOwnBooking: 'open',
  getOwnCalendarEvent: 'open',
  listOwnTimes: 'open',
  moveOwnBooking: 'open',
  cancelOwnBooking: 'open',
  checkInOwnBooking: 'open',
  arriveAtQueue: 'open',
  startGoogleCalendarAuth: {
    naming: { kind: 'provider', request: (id) => ({ query: `provider_id=${id}` }) },
  },
  finishGoogleCalendarAuth: 'open',
  confirmGoogleCalendar: 'open',
  listCalendarConnections: 'own',
  getCalendarConnection: 'calendarConnection',
  listConnectionCalendars: 'calendarConnection',
  listCalendarConflicts: 'calendarConnection',
  listHeldBookings: 'calendarConnection',
  updateCalendarConnection: { at: 'calendarConnection', body: { busy_calendar_ids: [] } },
  deleteCalendarConnection: 'calendarConnection',
  startCalendarSync: {
    naming: { kind: 'calendarConnection', request: (connection_id) => ({ body: { connection_id } }) },
  },
  getCalendarSync: 'calendarSync',
  streamCalendarSync: 'calendarSync',
  listCategories: 'own',
  createCategory: 'own',
  getCategory: 'category',
  updateCategory: { at: 'category', body: { name: 'Changed' } },
  deleteCategory: 'category',
  listProducts: 'own',
  createProduct: {
    naming: { kind: 'category', request: (category_id) => ({ body: { name: 'Comb', category_id } }) },
  },
  getProduct: 'product',
  updateProduct: {
    at: 'product',
    body: { name: 'Changed' },
    naming: { kind: 'category', request: (category_id) => ({ body: { category_id } }) },
  },
  deleteProduct: 'product',
  getCatalog: 'catalog',
  listCatalogProducts: {
    at: 'catalog',
    naming: { kind: 'category', isAccepted: true, request: (id) => ({ query: `category_id=${id}` }) },
  },
  listCatalogCategories: 'catalog',

  listOAuthClients: 'own',
  createOAuthClient: 'own',
  getOAuthClient: 'oauthClient',
  updateOAuthClient: { at: 'oauthClient', body: { name: 'Changed' } },
  rotateOAuthClientSecret: 'oauthClient',
  deleteOAuthClient: 'oauthClient',
  listOwnOAuthGrants: 'own',
  endOwnOAuthGrant: 'oauthGrant',
  listOAuthGrants: {
    naming: { kind: 'member', isAccepted: true, request: (id) => ({ query: `member_id=${id}` }) },
  },
  endOAuthGrant: 'oauthGrant',

  signUp: 'open',
  signIn: 'open',
  acceptInvitation: 'open',
  getOrganization: 'own',
  updateOrganization: 'own',
  replaceLogo: 'own',
  deleteLogo: 'own',
  getBrand: 'open',
  getLogo: 'open',
  listPrivacyRequests: 'own',
  createPrivacyRequest: {
    naming: {
      kind: 'guest',
      isAccepted: true,
      request: (guest_id) => ({ body: { kind: 'export', subject: { guest_id } } }),
    },
  },
  getPrivacyRequest: 'privacyRequest',
  getPrivacyResult: 'privacyRequest',
  getUsage: 'own',
  listRequests: 'own',
  listApiRequests: 'own',
  listAuditRecords: 'own',
  exportAuditRecords: 'own',

  requestPasswordReset: 'open',
  confirmPasswordReset: 'open',
  changePassword: 'own',
  beginSecondFactor: 'own',
  confirmSecondFactor: 'own',
  removeSecondFactor: 'own',
  renewRecoveryCodes: 'own',
  updateMe: 'own',
  reportPageError: 'own',
  verifyEmail: 'open',
  signOut: 'own',
  getMe: 'own',
  listSessions: 'own',
  endSession: 'session',

  listApiKeys: 'own',
  createApiKey: {
    naming: {
      kind: 'queue',
      isAccepted: true,
      request: (id) => ({ body: { name: 'Key', scopes: ['queues:read'], queue_ids: [id] } }),
    },
  },
  getApiKey: 'apiKey',
  updateApiKey: { at: 'apiKey', body: { name: 'Stolen' } },
  rotateApiKey: 'apiKey',
  revokeApiKey: 'apiKey',

  listMembers: 'own',
  getMember: 'member',
  updateMember: { at: 'member', body: { role: 'viewer' } },
  removeMember: 'member',
  listInvitations: 'own',
  createInvitation: 'own',
  withdrawInvitation: 'invitation',
}

/** An entry in its full form. */
export const onOne = (entry: Entry | undefined): OnOne => {
  if (typeof entry === 'object') return entry
  return !entry || entry === 'own' || entry === 'open' ? {} : { at: entry }
}
