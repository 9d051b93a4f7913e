/** One value of a process's metrics. */
export interface Metric {
  readonly name: string
  /** As they are written: `queue="a",outcome="handled"`. */
  readonly labels: string
  readonly value: number
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/

/** What a process shows at `/metrics` (Prometheus' text format). @throws Error when it does not answer */
export async function readMetrics(url: string): Promise<Metric[]> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  const text = await answer.text()
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels, value: Number(value) }]
  })
}

/** The sum of all that have a name and, in their labels, a text; 0 where there is none. */
export const sumOf = (metrics: readonly Metric[], name: string, label = ''): number =>
  metrics
    .filter((metric) => metric.name === name && metric.labels.includes(label))
    .reduce((sum, { value }) => sum + value, 0)
