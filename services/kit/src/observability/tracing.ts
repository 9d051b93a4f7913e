import { z } from 'zod'
import { useSpans } from './span.ts'

/**
 * The OpenTelemetry variables that decide whether to trace; the exporter reads the others
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  /** Share of the traces started here to record. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}

export interface TracingConfig {
  /** Share of the traces started here to record, 0 to 1. */
  readonly share: number
}

/** undefined: no tracing, which is the default unless a receiver or `OTEL_TRACES_EXPORTER=otlp` is set. */
export function tracingConfig(env: z.infer<z.ZodObject<typeof tracingVariables>>): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = env
  const exporter = env.OTEL_TRACES_EXPORTER ?? (all || traces ? 'otlp' : 'none')
  return exporter === 'none' ? undefined : { share: env.OTEL_TRACES_SAMPLER_ARG }
}

/** Starts tracing this process if configured; disposing sends what is left. Loads its libraries only then. */
export async function startTracing(
  service: string,
  config: TracingConfig | undefined,
): Promise<AsyncDisposable> {
  if (!config) return { [Symbol.asyncDispose]: async () => {} }
  const { startExporting } = await import('./exporting.ts')
  const exporting = startExporting(service, config.share)
  useSpans(exporting.start)
  return {
    async [Symbol.asyncDispose]() {
      useSpans(undefined)
      await exporting[Symbol.asyncDispose]()
    },
  }
}
