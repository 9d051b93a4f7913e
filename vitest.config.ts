import { defineConfig } from 'vitest/config'
import { wordPlugins } from './dashboard/word-plugins.ts'
import { ProgressReporter } from './deploy/local/src/testing/reporter.ts'
import { serversLast } from './deploy/local/src/testing/sequencer.ts'

const reporter = new ProgressReporter()
const ignored = ['**/node_modules/**', '**/.usher/**', '**/dist/**']
const slow = '**/*.slow.test.ts'

export default defineConfig({
  plugins: wordPlugins(),
  test: {
    pool: 'forks',
    // Files share the modules that a worker has loaded: loading them anew for each takes most of a unit test's time.
    isolate: false,
    maxWorkers: 2,
    // Ends what hangs; a busy machine may be many times slower than usual.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    slowTestThreshold: 10_000,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    reporters: [reporter],
    sequence: { sequencer: serversLast(reporter) },
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['**/*.test.ts'],
          exclude: [...ignored, slow],
          setupFiles: 'dashboard/src/testing/words.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          include: ['dashboard/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: 'dashboard/src/testing/setup.ts',
        },
      },
      { extends: true, test: { name: 'slow', include: [slow], exclude: ignored, testTimeout: 600_000 } },
    ],
  },
})
