import type { Fault } from '../fault.ts'

const ACCOUNTS = 'services/accounts'

/** Faults in what separates test data from live data, and in test clocks. */
export const TEST_DATA_FAULTS: readonly Fault[] = [
  {
    name: 'test-key-opens-live-data',
    file: `${ACCOUNTS}/src/api-keys/api-key.ts`,
    find: 'livemode === false ? testOrganizationId(organization_id) : organization_id',
    replace: 'organization_id',
    tests: [`${ACCOUNTS}/test/test-mode.test.ts`],
  },
  {
    name: 'rotated-test-key-opens-live-data',
    file: `${ACCOUNTS}/src/api-keys/rotate-api-key.ts`,
    find: 'organization_id, livemode, name, scopes,',
    replace: 'organization_id, name, scopes,',
    tests: [`${ACCOUNTS}/test/test-mode.test.ts`],
  },
  {
    name: 'test-token-opens-live-data',
    file: `${ACCOUNTS}/src/oauth/token-organization.ts`,
    find: 'isForTests ? testOrganizationId(id) : id',
    replace: 'id',
    tests: [`${ACCOUNTS}/test/oauth-device.test.ts`],
  },
  {
    name: 'session-in-test-mode-opens-live-data',
    file: `${ACCOUNTS}/src/credentials/resolve-credential.ts`,
    find: 'livemode ? organization : await testOrganizationFor(context, organization, member)',
    replace:
      'livemode ? organization : (await testOrganizationFor(context, organization, member)) && organization',
    tests: [`${ACCOUNTS}/test/test-mode.test.ts`],
  },
  {
    name: 'key-for-one-mode-serves-requests-for-the-other',
    file: 'gateway/src/credentials/mode.ts',
    find: "if (kind === 'session' || mode === own) return",
    replace: "if (kind === 'session' || mode === own || kind === 'api_key') return",
    tests: ['gateway/test/attack-agent-requests.test.ts'],
  },
  {
    name: 'livemode-wrong-in-a-webhook',
    file: 'contracts/src/webhook-envelope.ts',
    find: 'livemode: isLive(account_id),',
    replace: 'livemode: true,',
    tests: ['services/webhook-delivery/src/log/delivery.test.ts'],
  },
  {
    name: 'livemode-wrong-in-an-answer',
    file: 'service-kit/src/http/livemode.ts',
    find: 'if (isOwn) filled.livemode = isLive',
    replace: 'if (isOwn) filled.livemode ??= true',
    tests: ['service-kit/src/http/livemode.test.ts'],
  },
  {
    name: 'message-about-test-data-really-sent',
    file: 'services/notification/src/service.ts',
    find: 'isLive(organizationId) ? await choose(organizationId, ...asked) : sandbox',
    replace: 'await choose(organizationId, ...asked)',
    tests: ['services/notification/test/test-mode.test.ts'],
  },
  {
    name: 'clock-set-backwards',
    file: `${ACCOUNTS}/src/test-clocks/advance.ts`,
    find: 'if (to < now)',
    replace: 'if (to < now && to > now)',
    tests: [`${ACCOUNTS}/test/test-clocks.test.ts`],
  },
  {
    name: 'clock-of-another-organization-used',
    file: `${ACCOUNTS}/src/test-clocks/test-clock-store.ts`,
    find: 'const own = { _id: id, organization_id: organizationId, ...OPEN }',
    replace: 'const own = { _id: id, ...OPEN }',
    tests: [`${ACCOUNTS}/test/test-clocks.test.ts`],
  },
  {
    name: 'clock-of-another-organization-advanced',
    file: `${ACCOUNTS}/src/test-clocks/test-clock-store.ts`,
    find: '{ _id: id, organization_id: organizationId, ...OPEN },\n      { ...(session',
    replace: '{ _id: id, ...OPEN },\n      { ...(session',
    tests: [`${ACCOUNTS}/test/test-clocks.test.ts`],
  },
  {
    name: 'two-gateways-drive-one-clock',
    file: `${ACCOUNTS}/src/test-clocks/test-clock-store.ts`,
    find: 'const free = { leased_until: { $lte: at } }',
    replace: 'const free = { leased_until: { $lte: leaseEnd(at) } }',
    tests: [`${ACCOUNTS}/test/test-clocks.test.ts`],
  },
  {
    name: 'clock-is-ready-before-its-work-is-done',
    file: `${ACCOUNTS}/src/test-clocks/test-clock-store.ts`,
    find: "        $expr: { $eq: ['$wanted', '$driven'] },\n",
    replace: '',
    tests: [`${ACCOUNTS}/test/test-clocks.test.ts`],
  },
  {
    name: 'session-in-test-mode-known-as-the-live-one',
    file: 'gateway/src/credentials/authenticate.ts',
    find: "mode === 'test' ? testSessions : sessions",
    replace: 'sessions',
    tests: ['e2e/test-mode.test.ts'],
  },
  {
    name: 'clock-named-with-a-live-key',
    file: 'gateway/src/test-clocks/test-clocks.ts',
    find: 'if (isLive(caller.organizationId)) throw notForLive()',
    replace: '',
    tests: ['gateway/test/test-clocks.test.ts'],
  },
  {
    name: 'change-made-while-a-clock-advances',
    file: 'gateway/src/test-clocks/test-clocks.ts',
    find: "if (touched && found.status !== 'ready') throw busy(found.status)",
    replace: '',
    tests: ['gateway/test/test-clocks.test.ts'],
  },
  {
    name: 'operation-for-test-data-takes-a-live-key',
    file: 'gateway/src/credentials/mode.ts',
    find: 'if (!onlyTest || !isLive(organizationId)) return',
    replace: 'if (!onlyTest || organizationId) return',
    tests: ['gateway/test/test-clocks.test.ts'],
  },
]
