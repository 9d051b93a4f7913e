export { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key-format.ts'
export { createBatchLoader } from './batch-loader.ts'
export { type Broker, connectBroker, DEAD_EXCHANGE, EVENTS_EXCHANGE } from './broker/broker.ts'
export { type Consumer, startConsumer } from './broker/consumer.ts'
export type { BatchFacts, ConsumerOptions } from './broker/consumer-options.ts'
export { createPublisher, type Publisher } from './broker/publisher.ts'
export { startRelay } from './broker/relay.ts'
export { subscribe } from './broker/subscription.ts'
export { type Clock, systemClock } from './clock.ts'
export { ConfigError, ownHosts, readEnvironment, variables } from './config.ts'
export { csvRows } from './csv.ts'
export { type Cursors, createCursors } from './cursor.ts'
export {
  invalidField,
  methodNotAllowed,
  notFound,
  PermanentError,
  ProblemError,
  parse,
  UnavailableError,
} from './errors.ts'
export { type EventJobs, prepareEventJobs, type Step, startEventJobs } from './event-jobs.ts'
export { newEvent, type Origin, originOf } from './events.ts'
export { findOnceKnown } from './find-once-known.ts'
export {
  type Foundation,
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  openService,
  startFoundation,
} from './foundation.ts'
export { createApp, healthRoutes, notShuttingDown, operationalRoutes } from './http/app.ts'
export { AUDIT_HEADER, changesBetween, encodeAuditNote } from './http/audit-note.ts'
export type { CallbackRequest } from './http/callback-request.ts'
export { MAX_BODY_BYTES } from './http/callback-request.ts'
export {
  CALLER_HEADER,
  CALLER_TOKEN_SECONDS,
  createCallerVerifier,
  signCaller,
  type VerifyCaller,
} from './http/caller-token.ts'
export { clientOf } from './http/client-address.ts'
export { entityTag, requireMatch } from './http/etag.ts'
export {
  EVENT_STREAM_HEADERS,
  EventStream,
  formatEvent,
  HEARTBEAT,
  retryHint,
} from './http/event-stream.ts'
export {
  createGatewayVerifier,
  GATEWAY_TOKEN_SECONDS,
  onlyGateway,
  signGateway,
  type VerifyGateway,
} from './http/gateway-token.ts'
export { type Html, html, page, pageHeaders, raw } from './http/html.ts'
export type { Idempotency } from './http/idempotency.ts'
export { type IdempotencyRecord, IdempotencyStore } from './http/idempotency-store.ts'
export { requireShallowJson } from './http/json-depth.ts'
export { jwtHeaderOf } from './http/jwt-header.ts'
export {
  CLIENT_ADDRESS_HEADER,
  createOpenOperationRouter,
  DEVICE_HEADER,
  type OpenCall,
  type OpenOperationRouter,
  SESSION_HEADER,
} from './http/open-operation-router.ts'
export {
  type AnyReply,
  type Call,
  createOperationRouter,
  type Handler,
  type OperationRouter,
  type RedirectReply,
  type Reply,
  type TextReply,
} from './http/operation-router.ts'
export { pageReply, placeOf } from './http/page.ts'
export { onlyReads, problemBody, problemHandler, sendProblem, unknownRoute } from './http/problem-handler.ts'
export { rangeTooLong, requireOrder, requireRange } from './http/range.ts'
export { type HttpServer, listen } from './http/server.ts'
export { derivedId, newId, newUnlinkedId } from './ids.ts'
export { createKeyedMutex, type KeyedMutex } from './keyed-mutex.ts'
export { addHistogram, bucketOf, type Histogram as LatencyHistogram, percentiles } from './latency.ts'
export { createLogger, type Logger } from './logger.ts'
export {
  isThisMachine,
  type MailServer,
  mailVariables,
  transportOptions,
} from './mail-server.ts'
export { mailboxOf } from './mailbox.ts'
export { Counter, createMetrics, Gauge, Histogram, type Metrics } from './metrics.ts'
export type { Migration } from './migrations/migration.ts'
export { runMigration } from './migrations/run-migration.ts'
export { startEndingAbandonedTransactions } from './mongo/abandoned-transactions.ts'
export {
  connectMongo,
  isMongoUnavailable,
  nativeCollection,
  prepareCollections,
} from './mongo/connection.ts'
export { duplicatesIn, isDuplicateKey } from './mongo/duplicates.ts'
export { type InboxModel, inboxModel, recordInInbox } from './mongo/inbox.ts'
export { createLease, type Lease } from './mongo/lease.ts'
export { appendToOutbox, type OutboxModel, outboxModel, outboxPartOf } from './mongo/outbox.ts'
export { createRetentionStore, type RetentionStore } from './mongo/retention-store.ts'
export { type EventCopy, updateIfNewer } from './mongo/update-if-newer.ts'
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
export { createGuardedConnector } from './outbound/guarded-connector.ts'
export { createResolve, guardedLookup, isLocalName, type Resolve } from './outbound/guarded-lookup.ts'
export { ADDRESS_REFUSED, createRefusalOf, type Refusal, type RefusalOf } from './outbound/receiver-url.ts'
export { retryAfterMs } from './outbound/retry-after.ts'
export { type ConnectTimings, msSince, OPEN_ALREADY, type Timings } from './outbound/timings.ts'
export { normalizePhone, type PhoneKind, phoneCountry, phoneKind } from './phone.ts'
export { type Poller, startDuePoller, startPoller } from './poller.ts'
export { privacyAnswer } from './privacy-answer.ts'
export { runProcess, type ShutdownOptions } from './process.ts'
export { readGauge, secondsSince } from './read-gauge.ts'
export { startRetentionJob } from './retention-job.ts'
export { deriveKey, hmacSha256, type SecretKey, sameBytes, seal, unseal } from './secrets.ts'
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
} from './session-token.ts'
export { isTracing, type Span, type SpanFacts, startSpan } from './tracing/span.ts'
export { startTracing, type TracingConfig, tracingConfig, tracingVariables } from './tracing/tracing.ts'
export { createWorkFailures, type WorkFailures } from './work-failures.ts'
