/** The rooms of the project and who may use whom (docs/decisions/0001-rooms.md). */
module.exports = {
  forbidden: [
    {
      name: 'no-service-imports-another',
      severity: 'error',
      from: { path: '^(services/[^/]+|gateway)/' },
      to: { path: '^(services/[^/]+|gateway)/', pathNot: '^$1/' },
    },
    {
      name: 'contracts-depend-on-zod-alone',
      severity: 'error',
      from: { path: '^contracts/src/' },
      to: { pathNot: '^(contracts/(src|fixtures)/|node_modules/zod/)' },
    },
    {
      name: 'the-kit-knows-no-service',
      severity: 'error',
      from: { path: '^service-kit/' },
      to: { path: '^(services|gateway|deploy|bench)/' },
    },
    {
      name: 'product-code-needs-no-test-code',
      severity: 'error',
      from: { path: '^(contracts|service-kit|gateway|services)/', pathNot: '/test/|\\.test\\.ts$' },
      to: { path: '^test-kit/|/test/|\\.test\\.ts$' },
    },
    {
      // It is published: what it needs of the contracts is generated into it (npm run sdk).
      name: 'the-sdk-stands-alone',
      severity: 'error',
      from: { path: '^sdk/src/' },
      to: { pathNot: '^(sdk/src/|node_modules/openapi-fetch/)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-product-code-needs-the-sdk',
      severity: 'error',
      from: { path: '^(contracts|service-kit|gateway|services)/', pathNot: '/test/|\\.test\\.ts$' },
      to: { path: '^sdk/' },
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
      from: { pathNot: '/test/|\\.test\\.ts$' },
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
