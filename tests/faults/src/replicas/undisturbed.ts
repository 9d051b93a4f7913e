import type { Finding } from '../check.ts'
import type { Load } from '../load.ts'

/** No try failed: no connection was reset, no response was a 5xx. */
export function noneFailed({ record }: Pick<Load, 'record'>): Finding {
  const refused = record.done.filter(({ status }) => status === 0 || status >= 500)
  const failed = [
    ...record.failures.map(({ what, detail }) => `${what} ${detail}`),
    ...refused.map(({ status }) => String(status)),
  ]
  return { claim: 'no request failed', checked: record.done.length, wrong: failed }
}

/** Subscribers got each delivery once, which must hold as long as nothing is killed. */
export function noneDoubled({ receivers }: Pick<Load, 'receivers'>): Finding {
  const deliveries = receivers.flatMap(({ received }, index) =>
    received.map(({ headers }) => `${index} ${headers['webhook-id']}`),
  )
  const doubled = deliveries.length - new Set(deliveries).size
  return {
    claim: 'no delivery was received twice',
    checked: deliveries.length,
    wrong: doubled === 0 ? [] : [`${doubled} times`],
  }
}
