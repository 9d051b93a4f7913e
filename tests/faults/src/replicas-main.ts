import { parseArgs } from 'node:util'
import { runMain } from '@usher/local'
import { runReplicas } from './replicas/run-replicas.ts'

/**
 * `npm run test:replicas`: whether replicas share the work, and whether all can be replaced without a failed request.
 *
 * Usage: npm run test:replicas [-- --replicas 1,2,3] [--seconds 30]
 */
await runMain(async ({ signal }) => {
  const { values } = parseArgs({
    options: {
      replicas: { type: 'string', default: '1,2,3' },
      seconds: { type: 'string', default: '30' },
    },
  })
  const replicas = values.replicas.split(',').map(Number)
  const held = await runReplicas({ replicas, seconds: Number(values.seconds), signal, log: console.log })
  console.log(held ? 'No request failed; everything is there, once.' : 'Something failed.')
  return held ? 0 : 1
}, 130)
