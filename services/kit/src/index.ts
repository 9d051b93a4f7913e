export { type Broker, connectBroker } from './broker/broker.ts'
export { type Consumer, startConsumer } from './broker/consumer.ts'
export type { BatchFacts, ConsumerOptions } from './broker/consumer-options.ts'
export { createPublisher, type Publisher } from './broker/publisher.ts'
export { subscribe } from './broker/subscription.ts'
export { type Clock, type DueWork, outside, systemClock } from './clock.ts'
export {
  invalidField,
  invalidFields,
  methodNotAllowed,
  notFound,
  PermanentError,
  ProblemError,
  parse,
  UnavailableError,
} from './errors.ts'
export { type EventCopy, updateIfNewer } from './events/event-copy.ts'
export { prepareEventJobs, type Step, startEventJobs } from './events/event-jobs.ts'
export { type Inbox, inboxOf, recordInInbox } from './events/inbox-store.ts'
export { hasJobs } from './events/job-store.ts'
export { newEvent, type Origin, originOf } from './events/new-event.ts'
export {
  appendNoEvent,
  appendToOutbox,
  deleteFromOutbox,
  OUTBOX,
  type Outbox,
  outboxOf,
  readOutbox,
  readOutboxOf,
} from './events/outbox-store.ts'
export { startRelay } from './events/relay.ts'
export {
  generateApiKey,
  generateTestApiKey,
  hashApiKey,
  isWellFormedApiKey,
} from './formats/api-key-format.ts'
export { openBookingCode, sealBookingCode } from './formats/booking-codes.ts'
export { readCatalogue } from './formats/catalogue.ts'
export { csvRows, csvStart } from './formats/csv.ts'
export { type Cursors, createCursors } from './formats/cursor.ts'
export { entityTag, requireMatch } from './formats/etag.ts'
export { claimedId, createIdTokens, type IdTokens } from './formats/id-tokens.ts'
export { derivedId, newId } from './formats/ids.ts'
export { mailboxOf } from './formats/mailbox.ts'
export {
  cleanedPhone,
  formatPhone,
  normalizePhone,
  type PhoneKind,
  phoneCountry,
  phoneKind,
  phoneSpellings,
  senderNumber,
} from './formats/phone.ts'
export { deriveKey, hmacSha256, type SecretKey, sameBytes, seal, unseal } from './formats/secrets.ts'
export {
  CSRF_HEADER,
  csrfTokenOf,
  deviceCookie,
  hashSessionToken,
  isCsrfTokenOf,
  isWellFormedSessionToken,
  newSessionToken,
  readCookie,
  sessionCookie,
} from './formats/session-token.ts'
export { createGuard, type Guard, type Policy, type Verdict } from './guard/guard.ts'
export { createApp, healthRoutes, notShuttingDown, operationalRoutes } from './http/app.ts'
export {
  AUDIT_HEADER,
  changesBetween,
  encodeAuditNote,
  resourceOf,
  withAuditNote,
} from './http/audit-note.ts'
export type { CallbackRequest } from './http/callback-request.ts'
export { MAX_BODY_BYTES } from './http/callback-request.ts'
export {
  CALLER_HEADER,
  CALLER_TOKEN_SECONDS,
  createCallerVerifier,
  onlyGateway,
  requireAnonymous,
  requireCaller,
  signCaller,
  type VerifyCaller,
} from './http/caller-token.ts'
export { clientOf, NETWORK_TIMES, type Network, networksOf, turnOf } from './http/client-address.ts'
export {
  EVENT_STREAM_HEADERS,
  EventStream,
  formatEvent,
  HEARTBEAT,
  retryHint,
  VISIBLE_HEARTBEAT,
} from './http/event-stream.ts'
export { type Html, html, page, pageHeaders, raw } from './http/html.ts'
export type { Idempotency } from './http/idempotency.ts'
export { type IdempotencyRecord, IdempotencyStore } from './http/idempotency-store.ts'
export {
  type AnswerOf,
  askInside,
  type InsideAnswer,
  type InsideRequest,
  Refused,
  type SendInside,
} from './http/inside.ts'
export { requireShallowJson } from './http/json-depth.ts'
export { jwtHeaderOf } from './http/jwt-header.ts'
export {
  type Call,
  CLIENT_ADDRESS_HEADER,
  createOperationRouter,
  DEVICE_HEADER,
  type Handler,
  type OpenCall,
  type OperationRouter,
  SESSION_HEADER,
} from './http/operation-router.ts'
export { pageReply, placeOf } from './http/page.ts'
export { onlyReads, problemBody, problemHandler, sendProblem, unknownRoute } from './http/problem-handler.ts'
export { rangeTooLong, requireOrder, requireRange } from './http/range.ts'
export type { AnyReply, RedirectReply, Reply, TextReply } from './http/reply.ts'
export { type HttpServer, listen } from './http/server.ts'
export { Streams } from './http/streams.ts'
export { fillSearchKeys } from './migrations/fill-search-keys.ts'
export type { Migration } from './migrations/migration.ts'
export { runMigration } from './migrations/run-migration.ts'
export {
  addHistogram,
  bucketOf,
  type Histogram as LatencyHistogram,
  percentiles,
} from './observability/latency.ts'
export { createLogger, type Logger } from './observability/logger.ts'
export { Counter, createMetrics, Gauge, Histogram, type Metrics, Registry } from './observability/metrics.ts'
export { readGauge, secondsSince } from './observability/read-gauge.ts'
export { isTracing, type Span, type SpanFacts, startSpan } from './observability/span.ts'
export { startTracing, type TracingConfig, tracingConfig, tracingVariables } from './observability/tracing.ts'
export { createWorkFailures, type WorkFailures } from './observability/work-failures.ts'
export { CommandError, defineCommand, type OpsContext, type OpsDefinition } from './ops/command.ts'
export { readOptions } from './ops/read-options.ts'
export { opsMain, runOps } from './ops/run-ops.ts'
export {
  type AddressGuard,
  type AddressRange,
  createAddressGuard,
  parseAddressRange,
} from './outbound/address-guard.ts'
export { failureWords, ReceiverError, statusWords } from './outbound/failures.ts'
export { AnswerTooLongError, createGuardedConnector } from './outbound/guarded-connector.ts'
export { createResolve, guardedLookup, isLocalName, type Resolve } from './outbound/guarded-lookup.ts'
export {
  isThisMachine,
  type MailServer,
  mailVariables,
  transportOptions,
} from './outbound/mail-server.ts'
export { ADDRESS_REFUSED, createRefusalOf, type Refusal, type RefusalOf } from './outbound/receiver-url.ts'
export { retryAfterMs } from './outbound/retry-after.ts'
export { type ConnectTimings, msSince, OPEN_ALREADY, type Timings } from './outbound/timings.ts'
export {
  type Erasing,
  type Person,
  type PersonalData,
  PersonalDataStore,
} from './privacy/personal-data-store.ts'
export { type PrivacyPlan, startPrivacy } from './privacy/privacy-plan.ts'
export { RetentionStore } from './privacy/retention-store.ts'
export { addressFilter, contactFilter, spellingsOf, subjectContact } from './privacy/subject-address.ts'
export { ConfigError, ownHosts, readEnvironment, variables } from './process/config.ts'
export { runProcess, type ShutdownOptions } from './process/process.ts'
export { type Search, searchFilter, searchKeys, searchOf } from './search/search-keys.ts'
export { defineService, type Service } from './service/define-service.ts'
export {
  type Foundation,
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
} from './service/foundation.ts'
export { startEndingAbandonedTransactions } from './store/abandoned-transactions.ts'
export {
  collectionOf,
  collectionSchema,
  connectMongo,
  deleteOrganizationRecords,
  isMongoUnavailable,
  isUnavailable,
  organizationSchema,
  prepareByHand,
  prepareCollections,
} from './store/connection.ts'
export { duplicatesIn, isDuplicateKey } from './store/duplicates.ts'
export { createLease, type Lease } from './store/lease.ts'
export { requireRoom } from './store/require-room.ts'
export { TenantStore } from './store/tenant-store.ts'
export { dueScope, isOfTestClocks, scopeToTestClock, servedOrganization } from './store/test-clock-scope.ts'
export { inTransaction } from './store/transaction.ts'
export { MatchingStore, type Target, type Versioned, VersionedStore } from './store/versioned-store.ts'
export { backoffMs } from './work/backoff.ts'
export { createBatchLoader } from './work/batch-loader.ts'
export { coalesce } from './work/coalesce.ts'
export { withinDrainTime } from './work/drain.ts'
export { findOnceKnown } from './work/find-once-known.ts'
export { earliest, ifDue, type Job, NO_JOB, startDueJob, startPeriodicJob, together } from './work/job.ts'
export { createKeyedMutex, type KeyedMutex } from './work/keyed-mutex.ts'
