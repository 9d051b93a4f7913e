import { setImmediate as turn } from 'node:timers/promises'
import { type ClockService, type ClockTask, clockClaim, clockLookup, clockReport } from '@usher/contracts'
import { signGateway } from '@usher/service-kit'
import type { z } from 'zod'
import { privateKey } from './start.ts'

/** Asks accounts as a gateway that drives test clocks. */
export function clockGateway(url: string, owner: string) {
  const ask = async <Found = ClockTask | null>(path: string, body: object): Promise<Found | undefined> => {
    const headers = { authorization: `Bearer ${signGateway(privateKey)}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Found
  }
  const claim = (organization_id: string | null = null, touched: Record<string, ClockService[]> = {}) =>
    ask(clockClaim.path, { owner, organization_id, touched })
  const report = (
    { organization_id }: Pick<ClockTask, 'organization_id'>,
    now: string,
    outcome: 'going_on' | 'settled' | 'failed' | 'deleted',
  ) => ask(clockReport.path, { owner, organization_id, now, dues: {}, outcome })
  return {
    claim,
    report,
    /** Looks up a clock that a request of an organisation names. */
    find: (organization_id: string, clock_id: string) =>
      ask<z.output<typeof clockLookup.answer>>(clockLookup.path, {
        ...{ organization_id, clock_id, leaves_work_in: null },
      }),
    /** Brings all clocks of an organisation to where they are to be, until a request about one is answered. */
    async during<T>(request: Promise<T>, organizationId: string | null = null): Promise<T> {
      let isOver = false
      const over = () => {
        isOver = true
      }
      request.then(over, over)
      while (!isOver) {
        const task = await claim(organizationId)
        if (task) await report(task, task.advancing_to ?? task.now, 'settled')
        await turn()
      }
      return await request
    },
  }
}
