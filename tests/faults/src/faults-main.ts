import { parseArgs } from 'node:util'
import { runMain } from '@usher/local'
import { runFaults } from './faults.ts'

/**
 * `npm run test:faults`: whether Usher keeps its promises while its dependencies fail.
 *
 * Usage: npm run test:faults [-- --minutes 10] [--only TEXT]
 */
await runMain(async ({ signal }) => {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, only: { type: 'string', default: '' } },
  })
  const held = await runFaults({
    minutes: Number(values.minutes),
    only: values.only,
    signal,
    log: console.log,
  })
  console.log(held ? 'Everything that was accepted is there, once.' : 'Not everything has held.')
  return held ? 0 : 1
}, 130)
