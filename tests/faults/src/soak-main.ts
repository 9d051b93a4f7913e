import { parseArgs } from 'node:util'
import { runMain } from '@usher/local'
import { runSoak } from './soak/soak.ts'

/**
 * `npm run test:soak`: whether anything grows under a steady load.
 *
 * Usage: npm run test:soak [-- --minutes 30]
 */
await runMain(async ({ signal }) => {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
  const held = await runSoak({ minutes: Number(values.minutes), signal, log: console.log })
  console.log(held ? 'Nothing grew, and nothing was lost.' : 'Something grew, or was lost.')
  return held ? 0 : 1
}, 130)
