import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Redirect } from 'wouter'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { FirstSteps } from './first-steps.tsx'

/** Leads to the queues; a new organisation gets a guide to its first guest. */
export function Page() {
  const { data: all } = useSuspenseQuery(queuesQuery)
  const canCreate = useCan('queues:write')
  // The guide must not end when it creates the first queue.
  const [isGuided, setGuided] = useState(false)
  return canCreate && (isGuided || all.length === 0) ? (
    <FirstSteps onBegin={() => setGuided(true)} />
  ) : (
    <Redirect to="/queues" replace />
  )
}
