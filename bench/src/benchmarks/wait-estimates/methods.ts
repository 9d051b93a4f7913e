import { fixedMinutes, lastToEnterService, rollingAverage } from './baselines.ts'
import { learntMinutes, nearestNeighbours } from './learnt-baselines.ts'
import type { Method } from './method.ts'
import { quantileRegression } from './quantile-regression.ts'
import { usherMethod } from './usher-method.ts'

/** How a method stands to Usher's: baselines are compared with it, and the plain ones apart as well. */
export type Role = 'usher' | 'plain' | 'learnt' | 'oracle'

interface Entrant {
  readonly role: Role
  readonly method: Method
}

/** All methods that are compared, without anything learnt. */
export const createEntrants = (): Entrant[] => [
  { role: 'usher', method: usherMethod() },
  { role: 'plain', method: fixedMinutes() },
  { role: 'plain', method: rollingAverage() },
  { role: 'plain', method: lastToEnterService() },
  { role: 'learnt', method: learntMinutes() },
  { role: 'learnt', method: nearestNeighbours() },
  { role: 'learnt', method: quantileRegression() },
]
