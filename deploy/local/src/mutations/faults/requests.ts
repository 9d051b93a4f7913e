import type { Fault } from '../fault.ts'

const IDEMPOTENCY_TESTS = ['services/queue/test/idempotency.test.ts']

/** Faults in what every request passes through: idempotency, cursors, preconditions, limits. */
export const REQUEST_FAULTS: readonly Fault[] = [
  {
    name: 'idempotency-key-ignored',
    file: 'service-kit/src/http/idempotency.ts',
    find: "req.method !== 'POST'",
    replace: "req.method === 'POST'",
    tests: IDEMPOTENCY_TESTS,
  },
  {
    name: 'idempotency-ignores-the-body',
    file: 'service-kit/src/http/idempotency.ts',
    find: '`${req.originalUrl}\\n${JSON.stringify(req.body ?? null)}`',
    replace: 'req.originalUrl',
    tests: IDEMPOTENCY_TESTS,
  },
  {
    name: 'idempotency-ignores-limits-of-the-key',
    file: 'service-kit/src/http/idempotency.ts',
    find: 'queueIds ? `${request}\\n${JSON.stringify(queueIds)}` : request',
    replace: 'request',
    tests: [...IDEMPOTENCY_TESTS, 'services/queue/test/limited-keys.test.ts'],
  },
  {
    name: 'repeat-in-flight-not-noticed',
    file: 'services/queue/src/engine/process-batch.ts',
    find: 'item.repeatable && batch.remembers(',
    replace: 'item.repeatable && item.mustRefresh && batch.remembers(',
    tests: ['services/queue/test/writer.test.ts'],
  },
  {
    name: 'cursor-of-another-list-accepted',
    file: 'service-kit/src/formats/cursor.ts',
    find: '`${list}\\n${body}`',
    replace: 'body',
    tests: ['service-kit/test/units.test.ts'],
  },
  {
    name: 'if-match-without-version-accepted',
    file: 'service-kit/src/formats/etag.ts',
    find: 'if (!versions.includes(version))',
    replace: 'if (versions.length > 0 && !versions.includes(version))',
    tests: ['service-kit/test/units.test.ts'],
  },
  {
    name: 'csrf-token-may-be-missing',
    file: 'gateway/src/credentials/session-cookie.ts',
    find: "typeof given === 'string' && isCsrfTokenOf",
    replace: "typeof given !== 'string' || isCsrfTokenOf",
    tests: ['gateway/src/credentials/session-cookie.test.ts', 'gateway/test/sessions.test.ts'],
  },
  {
    name: 'refused-requests-use-up-the-limit-of-others',
    file: 'gateway/src/limits/rate-limits.ts',
    find: 'if (!own.isAccepted) return own\n    const shared = await organization.take(organizationId)',
    replace: 'const shared = await organization.take(organizationId)\n    if (!own.isAccepted) return own',
    tests: ['gateway/src/limits/rate-limits.test.ts'],
  },
  {
    name: 'private-address-among-public-ones-accepted',
    file: 'service-kit/src/outbound/guarded-lookup.ts',
    find: 'found.some(({ address }) => !isAllowed(address))',
    replace: 'found.every(({ address }) => !isAllowed(address))',
    tests: ['service-kit/src/outbound/', 'services/webhook-delivery/test/ssrf.test.ts'],
  },
]
