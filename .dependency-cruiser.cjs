/** The rooms of the project and who may use whom (docs/decisions/0001-rooms.md). */
module.exports = {
  forbidden: [
    {
      name: 'no-service-imports-another',
      severity: 'error',
      // A test may start two services that work with each other.
      // Test clocks run services over data of their own.
      from: { path: '^(services/[^/]+|gateway)/', pathNot: '/test/|^services/test-clocks/' },
      to: { path: '^(services/[^/]+|gateway)/', pathNot: '^$1/' },
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
      from: { path: '^service-kit/' },
      to: { path: '^(services|gateway|deploy|bench)/' },
    },
    {
      name: 'the-pages-know-no-service',
      severity: 'error',
      from: { path: '^guest-pages/' },
      to: { path: '^(services|gateway|deploy|bench)/' },
    },
    {
      name: 'the-mcp-server-knows-no-service',
      severity: 'error',
      from: { path: '^mcp/' },
      to: { path: '^(services|gateway|guest-pages|deploy|bench)/' },
    },
    {
      // What is installed in n8n is made of the document and of the SDK.
      name: 'the-n8n-nodes-know-the-document-alone',
      severity: 'error',
      from: { path: '^n8n/' },
      to: { path: '^(service-kit|services|gateway|guest-pages|mcp|dashboard|deploy|bench)/' },
    },
    {
      name: 'product-code-needs-no-test-code',
      severity: 'error',
      from: {
        path: '^(contracts|service-kit|gateway|guest-pages|mcp|dashboard|services)/',
        pathNot: '/test/|^dashboard/src/testing/|\\.test\\.tsx?$',
      },
      to: { path: '^test-kit/|/test/|^dashboard/src/testing/|\\.test\\.tsx?$' },
    },
    {
      name: 'the-local-google-is-for-tests-and-development',
      severity: 'error',
      from: { path: '^(contracts|service-kit|gateway|services)/', pathNot: '/test/|\\.test\\.ts$' },
      to: { path: '^local-google/' },
    },
    {
      name: 'the-local-google-knows-no-product',
      severity: 'error',
      from: { path: '^local-google/src/' },
      to: { path: '^(contracts|service-kit|gateway|services|deploy)/' },
    },
    {
      // It is published: what it needs of the contracts is generated into it (npm run sdk).
      name: 'the-sdk-stands-alone',
      severity: 'error',
      from: { path: '^sdk/src/' },
      to: {
        pathNot: '^(sdk/src/|(sdk/)?node_modules/(openapi-fetch|eventsource-parser)/)',
        dependencyTypesNot: ['core'],
      },
    },
    {
      // It is published, and uses the public API by the client and nothing else.
      name: 'the-command-line-knows-the-client-alone',
      severity: 'error',
      from: { path: '^cli/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(cli/|sdk/|node_modules/|cli/node_modules/)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-product-code-needs-the-sdk',
      severity: 'error',
      from: {
        path: '^(contracts|service-kit|gateway|guest-pages|mcp|services)/',
        pathNot: '/test/|\\.test\\.ts$',
      },
      to: { path: '^sdk/' },
    },
    {
      // It runs in browsers, and uses the public API and the zone data. Its tests stub the API by the contracts.
      name: 'the-dashboard-knows-the-api-alone',
      severity: 'error',
      from: { path: '^dashboard/', pathNot: '^dashboard/src/testing/' },
      to: {
        path: '^(contracts|service-kit|services|gateway|deploy|bench|test-kit|e2e)/',
        pathNot: '^contracts/src/(zones|luxon-zone)\\.ts$',
      },
    },
    {
      name: 'the-documentation-knows-the-contracts-alone',
      severity: 'error',
      from: { path: '^docs-site/' },
      to: { path: '^(service-kit|services|gateway|dashboard|deploy|bench|test-kit|e2e)/' },
    },
    {
      name: 'the-dashboard-and-the-client-run-in-browsers',
      severity: 'error',
      from: { path: '^(dashboard/src|sdk/src/client)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'verifying-webhooks-needs-node',
      severity: 'error',
      from: { path: '^(dashboard|sdk/src/client)/' },
      to: { path: '^sdk/src/(webhooks/|index\\.ts$)' },
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
      from: { pathNot: '/test/|^dashboard/src/testing/|\\.test\\.tsx?$' },
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
