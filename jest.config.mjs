const swc = { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } }

export default {
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/\\.usher/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', swc] },
  setupFilesAfterEnv: ['<rootDir>/test-kit/src/setup.ts'],
  testTimeout: 60_000,
  maxWorkers: 2,
}
