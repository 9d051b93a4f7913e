import type { Fault } from '../fault.ts'

/** Faults in webhooks, retries and consent. */
export const MESSAGE_FAULTS: readonly Fault[] = [
  {
    name: 'webhook-not-signed-with-the-former-secret',
    file: 'services/webhook-delivery/src/sending/signature.ts',
    find: "'webhook-signature': secrets",
    replace: "'webhook-signature': secrets.slice(0, 1)",
    tests: ['services/webhook-delivery/test/verification.test.ts'],
  },
  {
    name: 'former-secret-signs-for-ever',
    file: 'services/webhook-delivery/src/endpoints/endpoint-secrets.ts',
    find: 'expiry !== null && expiry > now',
    replace: 'expiry !== null',
    tests: [
      'services/webhook-delivery/test/verification.test.ts',
      'services/webhook-delivery/test/endpoint-settings.test.ts',
      'services/webhook-delivery/test/delivery.test.ts',
    ],
  },
  {
    name: 'sdk-accepts-old-webhooks-without-a-tolerance',
    file: 'sdk/src/webhooks/verify-webhook.ts',
    find: 'if (!(seconds <= tolerance))',
    replace: 'if (seconds > tolerance)',
    tests: ['sdk/test/verify-webhook.test.ts'],
  },
  {
    name: 'receiver-shortens-the-retry-schedule',
    file: 'services/webhook-delivery/src/pipeline/schedule.ts',
    find: 'Math.max(delay, Math.min(retryAfterMs ?? 0, RETRY_AFTER_CAP_MS))',
    replace: 'Math.min(retryAfterMs ?? delay, RETRY_AFTER_CAP_MS)',
    tests: ['services/webhook-delivery/src/pipeline/schedule.test.ts'],
  },
  {
    name: 'event-dead-lettered-while-the-database-is-away',
    file: 'service-kit/src/broker/apply.ts',
    find: '(attempt >= TRIES && !unavailable)',
    replace: 'attempt >= TRIES',
    tests: ['service-kit/test/broker.test.ts'],
  },
  {
    name: 'stop-in-capitals-not-understood',
    file: 'services/notification/src/replies/understand.ts',
    find: ".normalize('NFKC').toLowerCase()",
    replace: ".normalize('NFKC')",
    tests: ['services/notification/src/replies/understand.test.ts'],
  },
  {
    name: 'stop-ignored-after-opt-out-by-staff',
    file: 'services/notification/src/consent/opt-out-store.ts',
    find: "if (known && (given.source !== 'reply' || known.source === 'reply'))",
    replace: 'if (known)',
    tests: ['services/notification/test/consent.test.ts'],
  },
  {
    name: 'opt-out-misses-other-spelling-of-an-address',
    file: 'services/notification/src/consent/address-hash.ts',
    find: 'spellingsOf(address).flatMap(',
    replace: '[address].flatMap(',
    tests: ['services/notification/src/consent/address-hash.test.ts'],
  },
  {
    name: 'idle-endpoint-saves-up-deliveries',
    file: 'services/webhook-delivery/src/pacing/rate-store.ts',
    find: "{ $max: ['$$NOW', { $ifNull: ['$free_at', '$$NOW'] }] }",
    replace: "{ $ifNull: ['$free_at', '$$NOW'] }",
    tests: ['services/webhook-delivery/test/rate-limit.test.ts'],
  },
  {
    name: 'claimed-delivery-claimed-again',
    file: 'services/webhook-delivery/src/log/delivery-store.ts',
    find: '{ ...filter, due_at: { $lte: now } }',
    replace: 'filter',
    tests: [
      'services/webhook-delivery/test/delivery-store.test.ts',
      'services/webhook-delivery/test/takeover.test.ts',
    ],
  },
  {
    name: 'retry-counts-towards-the-message-limit',
    file: 'services/notification/src/checks/limits.ts',
    find: 'counted || to === null',
    replace: 'to === null',
    tests: ['services/notification/test/limits.test.ts'],
  },
  {
    name: 'quiet-hours-last-a-minute-longer',
    file: 'services/notification/src/queue-messages/quiet-until.ts',
    find: 'time >= start && time < end',
    replace: 'time >= start && time <= end',
    tests: ['services/notification/src/queue-messages/'],
  },
]
