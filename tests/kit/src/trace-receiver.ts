import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as received. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** undefined for a root span */
  readonly parentSpanId: string | undefined
  readonly service: string
  readonly name: string
  readonly kind: string
  /** Nanoseconds since 1970. */
  readonly start: bigint
  readonly end: bigint
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed: boolean
}

export interface TraceReceiver extends AsyncDisposable {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** Everything received, as text. */
  readonly texts: string[]
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']
const FAILED = 2

interface OtlpAttribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number }
}

interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly OtlpAttribute[]
  readonly status?: { readonly code?: number }
}

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

/** Receives traces over OTLP/HTTP in JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp) and keeps them. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    if (req.url !== '/v1/traces') return res.writeHead(404).end()
    texts.push(text)
    spans.push(...readSpans(JSON.parse(text)))
    return res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readSpans({ resourceSpans }: OtlpRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => readSpan(service, span)))
  })
}

const readSpan = (service: string, span: OtlpSpan): ReceivedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId || undefined,
  service,
  name: span.name,
  kind: KINDS[span.kind] ?? '',
  start: BigInt(span.startTimeUnixNano),
  end: BigInt(span.endTimeUnixNano),
  attributes: valuesOf(span.attributes),
  failed: span.status?.code === FAILED,
})

const valuesOf = (attributes: readonly OtlpAttribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  )
