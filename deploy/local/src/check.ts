import { runChecks, summary } from './checks.ts'
import { runMain } from './run-main.ts'

const interrupted = 130

/** `npm run check`: types, lint, dependency rules, unused code. */
await runMain(async ({ signal }) => {
  const tally = await runChecks(console.log, signal)
  console.log(summary(tally))
  return tally.failed === 0 ? 0 : 1
}, interrupted)
