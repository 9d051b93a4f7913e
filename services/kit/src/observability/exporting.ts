import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import {
  ATTR_ERROR_TYPE,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_NAMESPACE,
} from '@opentelemetry/semantic-conventions'
import type { Span, SpanFacts, StartSpan } from './span.ts'

/** Spans are sent in batches, at this interval in ms. */
const SEND_EVERY_MS = 1_000

export interface Exporting extends AsyncDisposable {
  readonly start: StartSpan
}

/**
 * Exports spans by OTLP over HTTP. The exporter reads destination, headers and time limits from the environment
 * (OTEL_EXPORTER_OTLP_…). If the receiver is down, only spans are lost.
 *
 * @param share of traces started here to record, 0 to 1
 */
export function startExporting(service: string, share: number): Exporting {
  const exporter = new OTLPTraceExporter()
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ [ATTR_SERVICE_NAMESPACE]: 'usher', [ATTR_SERVICE_NAME]: service }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  })
  return {
    start: createStart(provider.getTracer('usher')),
    [Symbol.asyncDispose]: () => provider.shutdown(),
  }
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

const createStart =
  (tracer: Tracer): StartSpan =>
  ({ name, kind, parent, attributes }: SpanFacts): Span => {
    const options = { kind: KINDS[kind], ...(attributes && { attributes: attributes as Attributes }) }
    const span = tracer.startSpan(name, options, contextOf(parent))
    return {
      traceparent: traceparentOf(span.spanContext()),
      end(more, failure) {
        if (more) span.setAttributes(more as Attributes)
        if (failure !== undefined) {
          span.setAttribute(ATTR_ERROR_TYPE, failure)
          span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
        }
        span.end()
      },
    }
  }

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
