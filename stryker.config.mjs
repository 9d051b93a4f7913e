import jestConfig from './jest.config.mjs'

const { projects, ...common } = jestConfig
const main = projects.find(({ displayName }) => displayName === 'main')

/** Pure decisions, whose unit tests lie beside them. */
const ROOMS = [
  'services/queue/src/line',
  'services/queue/src/fair-line',
  'services/queue/src/waits',
  'services/booking-platform/src/slots',
  'services/calendar-sync/src/sync/rules',
  'services/webhook-delivery/src/pacing',
  'gateway/src/versions',
]

/** `npm run test:mutations`: makes small changes to the pure rooms, one at a time, and reports those that no unit test notices. */
export default {
  mutate: ROOMS.flatMap((room) => [`${room}/**/*.ts`, `!${room}/**/*.test.ts`, `!${room}/**/testing/**`]),
  // The rest is read in place: packages of the workspace are links in node_modules.
  ignorePatterns: ['/*', '!/services', '!/gateway', '!/package.json'],
  plugins: ['@stryker-mutator/jest-runner'],
  testRunner: 'jest',
  jest: {
    config: { ...common, ...main, testMatch: ROOMS.map((room) => `**/${room}/**/*.test.ts`) },
  },
  // Jest's workers do not tell which test covered what.
  coverageAnalysis: 'off',
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: 'node_modules/.cache/mutations.html' },
}
