import { join } from 'node:path'

const testing = join(import.meta.dirname, 'deploy/local/src/testing')
const ignored = ['/node_modules/', '/\\.usher/', '/dist/']
const others = '\\.(slow|nightly)\\.test\\.ts$'

const project = {
  runner: `${testing}/jest/native-runner.cjs`,
  rootDir: import.meta.dirname,
  testEnvironment: `${testing}/jest/native-environment.ts`,
  runtime: `${testing}/jest/native-runtime.ts`,
  setupFilesAfterEnv: [`${testing}/jest/setup.ts`],
  // Node reads TypeScript itself.
  transform: {},
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
  modulePathIgnorePatterns: ignored,
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
}

export default {
  maxWorkers: 2,
  // Ends what hangs; a busy machine may be many times slower than usual.
  testTimeout: 180_000,
  watchman: false,
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  reporters: [`${testing}/reporter.ts`, 'summary'],
  testSequencer: `${testing}/sequencer.ts`,
  projects: [
    {
      ...project,
      displayName: 'dashboard',
      runner: `${testing}/jest/page-runner.cjs`,
      testEnvironment: `${testing}/jest/page-environment.ts`,
      setupFilesAfterEnv: [...project.setupFilesAfterEnv, '<rootDir>/web/dashboard/src/testing/setup.ts'],
      testMatch: ['<rootDir>/web/dashboard/src/**/*.test.ts?(x)'],
    },
    {
      ...project,
      displayName: 'main',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [...ignored, others, '/web/dashboard/src/'],
    },
    { ...project, displayName: 'slow', testMatch: ['**/*.slow.test.ts'], testPathIgnorePatterns: ignored },
    {
      ...project,
      displayName: 'nightly',
      testMatch: ['**/*.nightly.test.ts'],
      testPathIgnorePatterns: ignored,
    },
  ],
}
