/** The rooms of the project and who may use whom (docs/decisions/0001-rooms.md). */
module.exports = {
  forbidden: [
    {
      name: 'no-service-imports-another',
      severity: 'error',
      // A test may start two services that work with each other.
      // Test clocks run services over data of their own.
      from: { path: '^(services/[^/]+|gateway)/', pathNot: '/test/|^services/test-clocks/' },
      to: { path: '^(services/[^/]+|gateway)/', pathNot: '^($1|services/kit|gateway/mcp)/' },
    },
    {
      name: 'contracts-depend-on-zod-and-data',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: '\\.test\\.ts$' },
      // Time zones and domains; the file system, for the recorded examples; Unicode domains.
      to: {
        pathNot:
          '^(contracts/(src|fixtures)/|node_modules/(zod|luxon|moment-timezone|tlds|@types/luxon)/|(node:)?(fs|url)$)',
      },
    },
    {
      name: 'the-kit-knows-no-service',
      severity: 'error',
      from: { path: '^services/kit/' },
      to: { path: '^(services/(?!kit/)|gateway/|deploy/|tests/bench/)' },
    },
    {
      name: 'the-pages-know-no-service',
      severity: 'error',
      from: { path: '^web/guest-pages/' },
      to: { path: '^(services/(?!kit/)|gateway/|deploy/|tests/bench/)' },
    },
    {
      name: 'the-mcp-server-knows-no-service',
      severity: 'error',
      from: { path: '^gateway/mcp/' },
      to: { path: '^(services/(?!kit/)|gateway/(?!mcp/)|web/|deploy/|tests/bench/)' },
    },
    {
      // What is installed in n8n is made of the document and of the SDK.
      name: 'the-n8n-nodes-know-the-document-alone',
      severity: 'error',
      from: { path: '^clients/n8n/' },
      to: { path: '^(services|gateway|web|deploy|tests/bench)/' },
    },
    {
      name: 'product-code-needs-no-test-code',
      severity: 'error',
      from: {
        path: '^(contracts|gateway|services|web)/',
        pathNot: '/test/|^web/dashboard/src/testing/|\\.test\\.tsx?$',
      },
      to: { path: '^tests/|/test/|^web/dashboard/src/testing/|\\.test\\.tsx?$' },
    },
    {
      name: 'the-local-google-is-for-tests-and-development',
      severity: 'error',
      from: { path: '^(contracts|gateway|services)/', pathNot: '/test/|\\.test\\.ts$' },
      to: { path: '^deploy/google/' },
    },
    {
      name: 'the-local-google-knows-no-product',
      severity: 'error',
      from: { path: '^deploy/google/src/' },
      to: { path: '^(contracts/|gateway/|services/|deploy/(?!google/))' },
    },
    {
      // It is published: what it needs of the contracts is generated into it.
      name: 'the-sdk-stands-alone',
      severity: 'error',
      from: { path: '^clients/node/src/' },
      to: {
        pathNot: '^(clients/node/src/|(clients/node/)?node_modules/(openapi-fetch|eventsource-parser)/)',
        dependencyTypesNot: ['core'],
      },
    },
    {
      // It is published, and uses the public API by the client and nothing else.
      name: 'the-command-line-knows-the-client-alone',
      severity: 'error',
      from: { path: '^clients/cli/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(clients/(cli|node)/|node_modules/)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-product-code-needs-the-sdk',
      severity: 'error',
      from: {
        path: '^(contracts|gateway|services|web/guest-pages)/',
        pathNot: '/test/|\\.test\\.ts$',
      },
      to: { path: '^clients/node/' },
    },
    {
      // It runs in browsers, and uses the public API and the zone data. Its tests stub the API by the contracts.
      name: 'the-dashboard-knows-the-api-alone',
      severity: 'error',
      from: { path: '^web/dashboard/', pathNot: '^web/dashboard/src/testing/' },
      to: {
        path: '^(contracts|services|gateway|deploy|tests)/',
        pathNot: '^contracts/src/(zones|luxon-zone)\\.ts$',
      },
    },
    {
      name: 'the-documentation-knows-the-contracts-alone',
      severity: 'error',
      from: { path: '^web/docs/' },
      to: { path: '^(services|gateway|web/dashboard|deploy|tests)/' },
    },
    {
      name: 'the-dashboard-and-the-client-run-in-browsers',
      severity: 'error',
      from: { path: '^(web/dashboard/src|clients/node/src/client)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'verifying-webhooks-needs-node',
      severity: 'error',
      from: { path: '^(web/dashboard|clients/node/src/client)/' },
      to: { path: '^clients/node/src/(webhooks/|index\\.ts$)' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unlisted-packages',
      severity: 'error',
      from: { pathNot: '/test/|^web/dashboard/src/testing/|\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
