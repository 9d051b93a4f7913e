import type { ReceivedSpan } from '@usher/test-kit'

/** A trace as text: what caused what, its start after the first span (ms) and its duration. */
export function traceTree(spans: readonly ReceivedSpan[]): string {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId))
  const first = spans.map(({ start }) => start).toSorted((a, b) => Number(a - b))[0] ?? 0n
  const lines = (parents: readonly ReceivedSpan[], depth: number): string[] =>
    parents
      .toSorted((a, b) => Number(a.start - b.start))
      .flatMap((span) => [
        line(span, depth, first),
        ...lines(
          spans.filter(({ parentSpanId }) => parentSpanId === span.spanId),
          depth + 1,
        ),
      ])
  return lines(roots, 0).join('\n')
}

function line({ service, name, kind, start, end, attributes }: ReceivedSpan, depth: number, first: bigint) {
  const status = attributes['http.response.status_code']
  const what = `${'  '.repeat(depth)}${service}: ${name} (${kind}${status === undefined ? '' : `, ${status}`})`
  return `${what.padEnd(84)} +${ms(start - first)} ${ms(end - start)} ms`
}

const ms = (nanoseconds: bigint): string => (Number(nanoseconds) / 1e6).toFixed(1).padStart(6)
