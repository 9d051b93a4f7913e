const swc = {
  jsc: {
    parser: { syntax: 'typescript' },
    target: 'es2024',
    // JSON is imported with its type.
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
}

export default {
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/\\.usher/', '/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', swc] },
  setupFilesAfterEnv: ['<rootDir>/test-kit/src/setup.ts'],
  // A machine that runs tests may be many times slower than usual: this ends what hangs, and nothing else.
  testTimeout: 600_000,
  maxWorkers: 2,
  // Modules of a file stay in memory after it: a worker begins anew before it has no room left.
  workerIdleMemoryLimit: '1GB',
}
