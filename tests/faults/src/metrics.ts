/** One value of a process's metrics. */
export interface Metric {
  readonly name: string
  /** As written in the text format: `queue="a",outcome="handled"`. */
  readonly labels: string
  readonly value: number
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/

/** Reads a process's `/metrics` (Prometheus' text format). @throws Error when it does not answer */
export async function readMetrics(url: string): Promise<Metric[]> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  const text = await answer.text()
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels, value: Number(value) }]
  })
}

/** The sum of all metrics with this name and this text in their labels; 0 if there are none. */
export const sumOf = (metrics: readonly Metric[], name: string, label = ''): number =>
  metrics
    .filter((metric) => metric.name === name && metric.labels.includes(label))
    .reduce((sum, { value }) => sum + value, 0)
