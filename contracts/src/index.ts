export { type Caller, callerSchema, PLANS } from './caller.ts'
export { type Credential, type CredentialKind, credentialLookup } from './credential.ts'
export { type Deprecation, deprecationHeaders } from './deprecation.ts'
export { asyncApiDocument } from './documents/asyncapi.ts'
export { openApiDocument } from './documents/openapi.ts'
export { exampleEvent, webhookEventTypes } from './documents/webhook-event-types.ts'
export { apiKeyCreated, apiKeyRevoked, apiKeyUpdated } from './events/api-key-events.ts'
export * from './events/booking-events.ts'
export {
  bookingCalendarChangeHandled,
  calendarBookingChangeRequested,
  calendarBusyReplaced,
  calendarNeedsReauth,
  calendarPaused,
} from './events/calendar-events.ts'
export { type CloudEvent, cloudEventSchema } from './events/cloud-event.ts'
export { type DataOf, defineEvent, type EventDefinition } from './events/define-event.ts'
export { eventTypesOf, matchesEventType } from './events/event-pattern.ts'
export {
  DEAD_EXCHANGE,
  EVENT_HINTS,
  EVENTS_EXCHANGE,
  eventQueue,
  eventQueuesOf,
  eventTypesReceivedBy,
} from './events/event-queues.ts'
export { readableEventTypes, scopesLackingFor } from './events/event-scopes.ts'
export * from './events/guest-events.ts'
export {
  AUDITED_EVENTS,
  BOOKING_EVENTS,
  EVENTS,
  GUEST_EVENTS,
  QUEUE_EVENTS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  webhookDataOf,
} from './events/index.ts'
export * from './events/member-events.ts'
export * from './events/notification-events.ts'
export { oauthClientDeleted, oauthClientUpdated, oauthTokenRevoked } from './events/oauth-events.ts'
export { deadLetterDropped, deadLetterReplayed } from './events/operator-events.ts'
export { organizationClosed, organizationCreated, organizationUpdated } from './events/organization-events.ts'
export { privacyCompleted, privacyCompletedBy, privacyRequested } from './events/privacy-events.ts'
export { providerDeleted, providerUpdated } from './events/provider-events.ts'
export * from './events/queue-events.ts'
export { replyForwarded, replyHandled, replyReceived } from './events/reply-events.ts'
export { sessionRevoked } from './events/session-events.ts'
export * from './events/standby-events.ts'
export { webhookEndpointDisabled, webhookEndpointFailing } from './events/webhook-events.ts'
export { FORMER_PATHS, type FormerPath, formerPathDeprecation, formerPathsOf } from './former-paths.ts'
export { HEARTBEAT_MS, STREAM_SILENCE_MS } from './heartbeat.ts'
export { ID_PREFIXES, type IdKind, idOf } from './ids.ts'
export { MCP_METADATA_PATH, MCP_PATH, mcpResource } from './mcp.ts'
export {
  CLOCK_SERVICES,
  type ClockService,
  clockDatabase,
  clockOrganizationId,
  isLive,
  liveOrganizationId,
  MODE_HEADER,
  MODES,
  type Mode,
  modeOf,
  TEST_CLOCK_HEADER,
  testOrganizationId,
} from './mode.ts'
export { ACCESS_TOKEN, CLI_CLIENT_ID, OAUTH_PATHS, OAUTH_ROUTES, type PassThroughRoute } from './oauth.ts'
export {
  type CallbackMedia,
  EVENT_STREAM,
  isAudited,
  isByMode,
  isForGuests,
  isPlatform,
  mayCompress,
  mayLackBody,
  type Operation,
  type ServiceName,
  textStream,
} from './operation.ts'
export type { AuditFilter } from './operations/audit.ts'
export { OPERATIONS, operations } from './operations/index.ts'
export { MAX_PAGE_SIZE } from './page.ts'
export { country, timezone } from './place.ts'
export { ERROR_CODES, type ErrorCode, type FieldError, type Problem, problemSchema } from './problem.ts'
export {
  type AuditNote,
  auditNoteSchema,
  type FieldChanges,
  type LostRequests,
  lostRequestsSchema,
  PERSONAL,
  type RequestCount,
  type RequestRecord,
  requestRecordSchema,
  requestsRecorded,
} from './request-record.ts'
export type {
  InvitationAccept,
  InvitationView,
  Member,
  OrganizationUpdate,
  OrganizationView,
  Session,
  SignIn,
  SignUp,
} from './resources/account.ts'
export { DEFAULT_RETENTION_DAYS } from './resources/account.ts'
export type { Announcement, AnnouncementResult } from './resources/announcement.ts'
export type { ApiKeyCreate, ApiKeyUpdate, ApiKeyView } from './resources/api-key.ts'
export { type AuditRecordView, REQUESTS_LOST } from './resources/audit.ts'
export {
  type AvailabilityExplanation,
  SLOT_RULES,
  type Slot,
  type SlotRule,
} from './resources/availability.ts'
export type {
  Booking,
  BookingCheckIn,
  BookingCreate,
  BookingStatus,
  BookingUpdate,
  Customer,
  CustomerGiven,
  Hold,
  HoldCreate,
} from './resources/booking.ts'
export {
  type BookingCodeRequest,
  type BookingCodeSent,
  CONTACT_FIELDS,
  type ContactField,
} from './resources/booking-code.ts'
export type { BookingPage, BookingPageUpdate } from './resources/booking-page.ts'
export {
  type BookingSeries,
  type BookingSeriesCreate,
  MAX_SERIES_BOOKINGS,
  type SeriesService,
} from './resources/booking-series.ts'
export {
  type Brand,
  LOGO_TYPES,
  type Logo,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
} from './resources/brand.ts'
export type {
  CalendarConflict,
  CalendarConnection,
  CalendarConnectionUpdate,
  GoogleCalendar,
  HeldBooking,
} from './resources/calendar-connection.ts'
export type { CalendarSync, CalendarSyncCreate } from './resources/calendar-sync.ts'
export {
  CATALOG_MAX_OFFERS,
  CATEGORY_DEFAULTS,
  type CatalogCategory,
  type CatalogProduct,
  type CatalogServiceType,
  type Category,
  type CategoryCreate,
  type CategoryUpdate,
  PRODUCT_DEFAULTS,
  type Product,
  type ProductCreate,
  type ProductUpdate,
} from './resources/catalog.ts'
export type { AddressChannel, Channel } from './resources/channel.ts'
export type { Consent, OptOut, OptOutCreate } from './resources/consent.ts'
export { type AskedField, type CustomField, type FieldValue, fieldValueOf } from './resources/custom-field.ts'
export type {
  CustomerBooking,
  CustomerBookings,
  CustomerSession,
  CustomerSessionCreate,
  ReturningCustomer,
} from './resources/customer-session.ts'
export type { Delay } from './resources/delay.ts'
export type { Display } from './resources/display.ts'
export type { EstimateAccuracy, EstimateAccuracyQuery } from './resources/estimate-accuracy.ts'
export { type FieldValues, fieldValuesAfter, withMissing } from './resources/field-values.ts'
export type {
  AddedGuest,
  Guest,
  GuestCreate,
  GuestMove,
  GuestNotify,
  GuestResult,
  GuestStatus,
  GuestTransfer,
  GuestUndo,
  GuestUpdate,
} from './resources/guest.ts'
export { ANONYMOUS_NAME, localeSchema, tagKey } from './resources/guest.ts'
export {
  LINE_CLAUSES,
  type LineClause,
  type LineEntry,
  type LineWhy,
  type QueueLine,
} from './resources/line.ts'
export type { QueueStreamEvent, QueueStreamSnapshot } from './resources/live-event.ts'
export { livemode } from './resources/livemode.ts'
export type {
  LoggedRequestView,
  RequestFilter,
  SenderKind,
  StatusFilter,
} from './resources/logged-request.ts'
export type { HttpProviderEvent } from './resources/message-callback.ts'
export {
  httpCredentialsSchema,
  httpSettingsSchema,
  type MessageProvider,
  type MessageProviderCreate,
  type MessageProviderKind,
  type MessageProviderTestResult,
  type MessageProviderUpdate,
} from './resources/message-provider.ts'
export type {
  Notification,
  NotificationAttempt,
  NotificationError,
  NotificationSend,
} from './resources/notification.ts'
export type { NotificationSettings, NotificationSettingsUpdate } from './resources/notification-settings.ts'
export type { OAuthClientCreate, OAuthClientUpdate, OAuthClientView } from './resources/oauth-client.ts'
export type { OAuthGrantView } from './resources/oauth-grant.ts'
export type {
  BookableService,
  OnlineBooking,
  OnlineBookingCreate,
  OnlineBookingPage,
  OnlineHoldCreate,
  OnlineSeries,
  OnlineSeriesCreate,
} from './resources/online-booking.ts'
export type { OwnBooking, OwnSlot } from './resources/own-booking.ts'
export {
  type Deferral,
  type OwnPlace,
  type OwnPreferences,
  type OwnTimelineEntry,
  PLACE_CHANGES,
  type PlaceChange,
} from './resources/own-place.ts'
export type { PasswordChange, PasswordResetConfirm, PasswordResetRequest } from './resources/password.ts'
export {
  PRIVACY_SERVICES,
  type PrivacyKind,
  type PrivacyRecords,
  type PrivacyRequestCreate,
  type PrivacyRequestView,
  type PrivacyService,
  type PrivacySubject,
} from './resources/privacy-request.ts'
export type { SecondProof } from './resources/proof.ts'
export {
  PROVIDER_DEFAULTS,
  type Provider,
  type ProviderCreate,
  type ProviderUpdate,
} from './resources/provider.ts'
export {
  type Arrived,
  JOIN_REFUSALS,
  type Join,
  type Joined,
  type JoinPage,
} from './resources/public-join.ts'
export type { PushSubscription } from './resources/push-subscription.ts'
export {
  type OpeningException,
  type OpeningWindow,
  type PriorityClass,
  PUBLIC_JOIN_DEFAULTS,
  QUEUE_DEFAULTS,
  type Queue,
  type QueueCreate,
  type QueueSettings,
  type QueueUpdate,
} from './resources/queue.ts'
export type { QueueBookings } from './resources/queue-bookings.ts'
export {
  QUEUE_MESSAGES_DEFAULTS,
  type QueueMessages,
  type QueueMessagesUpdate,
} from './resources/queue-messages.ts'
export type { QueueStatistics } from './resources/queue-statistics.ts'
export type { Refusals } from './resources/refusal.ts'
export {
  type ConversationEntry,
  PLACE_INTENTS,
  type PlaceIntent,
  type Reply as GuestReply,
  type ReplyIntent,
} from './resources/reply.ts'
export type { SecondFactorRemove } from './resources/second-factor.ts'
export type { SeriesClash } from './resources/series-clash.ts'
export {
  type Price,
  SERVICE_TYPE_DEFAULTS,
  type ServiceType,
  type ServiceTypeCreate,
  type ServiceTypeUpdate,
} from './resources/service-type.ts'
export {
  type SmtpCredentials,
  type SmtpSettings,
  smtpCredentialsSchema,
  smtpSettingsSchema,
} from './resources/smtp-provider.ts'
export type {
  JoinedStandby,
  OwnStandby,
  Standby,
  StandbyCreate,
  StandbyEnding,
  StandbyStatus,
} from './resources/standby.ts'
export type { MissedEvents, StreamedEvent } from './resources/streamed-event.ts'
export {
  type Template,
  type TemplateCreate,
  type TemplateKind,
  type TemplatePreview,
  type TemplatePreviewRequest,
  type TemplateUpdate,
  templateKindSchema,
} from './resources/template.ts'
export { MAX_CLOCK_DAYS_AHEAD, type TestClockView } from './resources/test-clock.ts'
export type { TestMessage } from './resources/test-message.ts'
export type { TimelineEntry, TimelineType } from './resources/timeline.ts'
export { twilioCredentialsSchema, twilioSettingsSchema } from './resources/twilio-provider.ts'
export type { Usage, UsageDimension, UsageInterval, UsageQuery } from './resources/usage.ts'
export { ROLES, type Role } from './roles.ts'
export { ALL_SCOPES, type ApiScope, SCOPES, type Scope } from './scopes.ts'
export {
  cleanedEmail,
  emailAddress,
  emailSpellings,
  hasCallOrSum,
  hasForeignLink,
  MAX_MESSAGE_CHARACTERS,
} from './text.ts'
export {
  API_VERSIONS,
  type ApiVersion,
  type ApiVersions,
  NEWEST_API_VERSION,
  VERSION_GUIDE,
  VERSION_HEADER,
} from './versions/api-versions.ts'
export {
  type Conversion,
  hasEnded,
  operationChangesSince,
  standingVersion,
  startConversion,
  webhookDataIn,
} from './versions/conversion.ts'
export { documentIn } from './versions/document-in.ts'
export {
  InvalidInVersion,
  type JsonObject,
  type OperationChange,
  type VersionChanges,
} from './versions/version-change.ts'
export { cookieNameAt, isLocalAddress, SESSION_COOKIE } from './web-address.ts'
export { type WebhookEnvelope, webhookEnvelopeSchema, webhookMeta } from './webhook-envelope.ts'
export { DELIVERY_STATUSES, type Delivery, type DeliveryAttempt } from './webhooks/delivery.ts'
export type {
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointDetail,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
} from './webhooks/webhook-endpoint.ts'
export type { WebhookReplay, WebhookReplayCreate } from './webhooks/webhook-replay.ts'
