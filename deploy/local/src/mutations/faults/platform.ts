import type { Fault } from '../fault.ts'

const CHANGES = 'contracts/src/versions/2026-12-01.ts'
const VERSIONS = 'gateway/src/versions/request-version.ts'
const STREAMS = 'services/webhook-delivery/src/event-stream'
const RESUMED = ['services/webhook-delivery/test/event-stream-resume.test.ts']

/** Faults in dated versions and streams of events. */
export const PLATFORM_FAULTS: readonly Fault[] = [
  {
    name: 'field-of-an-old-version-missing',
    file: CHANGES,
    find: '    acceptStandbyOffer: booking,\n',
    replace: '',
    tests: ['contracts/test/versions.test.ts'],
  },
  {
    name: 'parameter-of-an-old-version-refused',
    file: CHANGES,
    find: '    listOwnTimes: times,\n',
    replace: '',
    tests: ['contracts/test/versions.test.ts'],
  },
  {
    name: 'field-of-an-old-webhook-renamed',
    file: CHANGES,
    find: "const BOOKING_EVENTS = ['booking.created', 'booking.updated', 'booking.cancelled']",
    replace: "const BOOKING_EVENTS = ['booking.created', 'booking.updated']",
    tests: ['contracts/test/versions.test.ts'],
  },
  {
    name: 'endpoint-registered-in-an-old-version-gets-new-bodies',
    file: CHANGES,
    find: "'api_version' in body ? body : { ...body, api_version: BEFORE }",
    replace: 'body',
    tests: ['contracts/test/versions.test.ts', 'gateway/test/versions.test.ts'],
  },
  {
    name: 'pin-of-a-key-ignored',
    file: VERSIONS,
    find: 'const wanted = asked ?? pinned ?? standingVersion',
    replace: 'const wanted = asked ?? (pinned && newest.id) ?? standingVersion',
    tests: ['gateway/test/versions.test.ts'],
  },
  {
    name: 'version-that-has-ended-goes-on',
    file: VERSIONS,
    find: 'if (hasEnded(version, now)) throw',
    replace: 'if (asked !== undefined && hasEnded(version, now)) throw',
    tests: ['gateway/test/versions.test.ts'],
  },
  {
    name: 'sunset-not-told',
    file: 'contracts/src/deprecation.ts',
    find: "sunsets.length === 0 ? [] : ['sunset'",
    replace: "sunsets.length < 2 ? [] : ['sunset'",
    tests: ['gateway/test/versions.test.ts'],
  },
  {
    name: 'webhook-ignores-the-version-of-its-endpoint',
    file: 'services/webhook-delivery/src/log/delivery.ts',
    find: 'JSON.stringify(envelope(event, webhookId, api_version))',
    replace: "JSON.stringify(envelope(event, webhookId, '2026-12-01'))",
    tests: ['services/webhook-delivery/test/versions.test.ts'],
  },
  {
    name: 'stream-skips-an-event-after-last-event-id',
    file: `${STREAMS}/event-followers.ts`,
    find: '? { position: asked, isMissing: false }',
    replace: '? { position: { ...asked, number: Math.min(asked.number + 1, last) }, isMissing: false }',
    tests: RESUMED,
  },
  {
    name: 'stream-does-not-say-that-it-missed-something',
    file: `${STREAMS}/event-followers.ts`,
    find: 'asked.number >= first - 1 && asked.number <= last',
    replace: 'asked.number <= last',
    tests: RESUMED,
  },
  {
    name: 'stream-of-any-organization',
    file: `${STREAMS}/streamed-event-store.ts`,
    find: '...{ organization_id: organizationId, generation, number: { $gt: number }, at: keptAt(now) }',
    replace: '...{ number: { $gt: number }, at: keptAt(now) }',
    tests: ['services/webhook-delivery/test/event-stream.test.ts'],
  },
  {
    name: 'stream-goes-on-after-its-key-is-revoked',
    file: 'gateway/src/streams/open-streams.ts',
    find: 'if (stream.caller?.revokedWith.includes(id)) stream.end()',
    replace: 'if (stream.caller?.revokedWith.includes(id)) stream.checkAtMs = 0',
    tests: ['gateway/test/streams.test.ts'],
  },
  {
    name: 'key-of-some-queues-follows-all-events',
    file: 'service-kit/src/http/operation-router.ts',
    find: 'if (caller.queue_ids && !operation.perQueue) {',
    replace: "if (caller.queue_ids && !operation.perQueue && operation.id !== 'streamEvents') {",
    tests: ['services/webhook-delivery/test/limited-keys.test.ts'],
  },
]
