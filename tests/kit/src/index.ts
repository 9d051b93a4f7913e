export { aRequestRecord, auditNoteOf, lostEvent, requestsEvent } from './audit.ts'
export { BROWSER_KEYS } from './browser-keys.ts'
export { createCallers } from './caller.ts'
export {
  type Answer,
  apiClient,
  type Client,
  clientToken,
  newAddress,
  openClient,
  type RequestOptions,
  serviceClient,
  sessionClient,
} from './client.ts'
export { p99Of, personOf, SEARCHES } from './crowd.ts'
export { dayAhead } from './day-ahead.ts'
export { dumpOf } from './dump.ts'
export { collectEvents, type EventCollector } from './event-collector.ts'
export { type EventReader, readEvents, type StreamedEvent } from './event-reader.ts'
export { brief } from './examples/brief.ts'
export { isRecording, recordExample, recordedExample, recordedProblem } from './examples/record.ts'
export { haveSameShape } from './examples/same-shape.ts'
export { settle } from './examples/settled.ts'
export { createFakeClock, createStandingClock, type FakeClock } from './fake-clock.ts'
export { FORMER_VERSION, FORMER_VERSION_END, VERSIONS } from './former-version.ts'
export { goldenEvents } from './golden-events.ts'
export { inParallel } from './in-parallel.ts'
export { createInfrastructure, type Infrastructure, manage } from './infrastructure.ts'
export { lastSundayOf } from './last-sunday-of.ts'
export {
  answering,
  MAIL_USER,
  type ReceivedMail,
  startMailServer,
  trustedCertificate,
} from './mail-server.ts'
export { ofNewOrganization } from './new-organization.ts'
export { askOnDemand } from './on-demand.ts'
export { PNG } from './png.ts'
export { readAll } from './read-all.ts'
export { type Received, type Receiver, startReceiver } from './receiver.ts'
export { scaled } from './scaled.ts'
export { partsOf, SEARCHED_NAMES } from './searched-names.ts'
export { setDate } from './set-date.ts'
export { startOnce } from './start-once.ts'
export { startService } from './start-service.ts'
export { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
export { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from './trace-receiver.ts'
export {
  type FakeTwilio,
  OUT_OF_ORDER,
  startFakeTwilio,
  TOO_MANY,
  type TwilioFault,
} from './twilio/fake-twilio.ts'
export { until } from './until.ts'
