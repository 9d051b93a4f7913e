import type { Fault } from '../fault.ts'

/** Faults in what agents, devices, SDKs and the command line do. */
export const CLIENT_FAULTS: readonly Fault[] = [
  {
    name: 'tool-used-without-its-scope',
    file: 'mcp/src/call-tool.ts',
    find: 'if (refusal !== undefined) return failed(refusal)',
    replace: '',
    tests: ['gateway/test/attack-mcp.test.ts'],
  },
  {
    name: 'write-limit-of-agents-ignored',
    file: 'mcp/src/call-tool.ts',
    find: 'if (!tool.hints.readOnlyHint) await call.countWrite()',
    replace: 'if (tool.hints.readOnlyHint) await call.countWrite()',
    tests: ['gateway/test/attack-mcp.test.ts'],
  },
  {
    name: 'agent-gets-links-that-open-pages',
    file: 'mcp/src/call-tool.ts',
    find: 'const structuredContent = tool.output.parse(await tool.run(createAsk(send, call), input))',
    replace:
      'const structuredContent = (await tool.run(createAsk(send, call), input)) as Record<string, unknown>',
    tests: ['e2e/mcp.test.ts'],
  },
  {
    name: 'code-of-a-device-used-twice',
    file: 'services/accounts/src/grants/artifact-store.ts',
    find: '{ $set: { consumed: seconds } }',
    replace: "{ $set: model === 'DeviceCode' ? { model } : { consumed: seconds } }",
    tests: ['services/accounts/test/oauth-device.test.ts'],
  },
  {
    name: 'device-signed-in-without-asking',
    file: 'services/accounts/src/oauth/device-flow.ts',
    find: 'DEVICE_ROUTES.has(oidc.route) && !oidc.result?.consent',
    replace: 'DEVICE_ROUTES.has(oidc.route) && !oidc.session?.accountId',
    tests: ['services/accounts/test/oauth-device.test.ts'],
  },
  {
    name: 'redirect-takes-the-key-along',
    file: 'sdk/src/client/create-usher-client.ts',
    find: "redirect: 'manual'",
    replace: "redirect: 'follow'",
    tests: ['sdk/test/conformance.test.ts', 'sdk/test/redirects.test.ts'],
  },
  {
    name: 'sdk-resumes-from-the-beginning',
    file: 'sdk/src/resources/event-stream.ts',
    find: 'state.id = id ?? state.id',
    replace: 'state.id = id',
    tests: ['sdk/test/event-stream.test.ts', 'cli/src/listen/follow.test.ts'],
  },
  {
    name: 'requests-of-a-tool-count-as-one',
    file: 'mcp/src/ask.ts',
    find: 'if (!isFirst) await call.countRequest()',
    replace: '',
    tests: ['gateway/test/attack-agent-requests.test.ts'],
  },
  {
    name: 'redirect-takes-the-secret-of-a-client-along',
    file: 'sdk/src/client/client-credentials.ts',
    find: "redirect: 'manual'",
    replace: "redirect: 'follow'",
    tests: ['sdk/test/redirects.test.ts'],
  },
  {
    name: 'stored-login-readable-by-others',
    file: 'cli/src/config/config-folder.ts',
    find: 'const PRIVATE_FILE = 0o600',
    replace: 'const PRIVATE_FILE = 0o644',
    tests: ['cli/src/config/config-folder.test.ts'],
  },
  {
    name: 'command-line-sends-its-key-over-plain-http',
    file: 'cli/src/connection/settings.ts',
    find: '!LOOPBACK.test(url.hostname) && !env.USHER_ALLOW_HTTP',
    replace: '!LOOPBACK.test(url.hostname) && env.USHER_ALLOW_HTTP',
    tests: ['cli/src/run.test.ts'],
  },
  {
    name: 'sign-ins-of-devices-begun-without-end',
    file: 'services/accounts/src/oauth/device-routes.ts',
    find: "await guard.require('device_sign_in', { address: addressOf(req) })",
    replace: '',
    tests: ['services/accounts/test/oauth-device.test.ts'],
  },
  {
    name: 'sdk-retries-a-patch',
    file: 'sdk/src/client/retry-policy.ts',
    find: "method === 'GET' || method === 'HEAD' ||",
    replace: "method === 'GET' || method === 'HEAD' || method === 'PATCH' ||",
    tests: ['sdk/test/retries.test.ts'],
  },
  {
    name: 'listen-posts-an-event-twice',
    file: 'cli/src/listen/follow.ts',
    find: 'if (seen.has(event.id)) return',
    replace: '',
    tests: ['cli/src/listen/follow.test.ts'],
  },
]
