import { createPrivateKey, createPublicKey } from 'node:crypto'
import { z } from 'zod'
import type { SecretKey } from '../formats/secrets.ts'
import { type AddressRange, parseAddressRange } from '../outbound/address-guard.ts'
import { isLocalName } from '../outbound/guarded-lookup.ts'
import { bareHost } from '../outbound/receiver-url.ts'

/** The environment is incomplete or wrong; the message lists every fault. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads a process's configuration from the environment.
 *
 * @throws ConfigError naming every missing or wrong variable at once, never their values
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv,
): z.infer<Schema> {
  const result = schema.safeParse(environment, { error: sayMissing })
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`The environment is not complete:\n${faults.join('\n')}`)
}

const sayMissing: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is required' : undefined

const port = z.coerce.number().int().min(0).max(65_535)

const base64 = z.string().transform((value) => Buffer.from(value, 'base64'))

/** Keys as `id:base64,id:base64`, newest first; each of 32 bytes. */
const secretKeys = z.string().transform((value, context): SecretKey[] => {
  const keys = value.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.split(':')
    return { id, key: Buffer.from(encoded, 'base64') }
  })
  if (keys.some(({ id, key }) => !id || key.length !== 32)) {
    context.addIssue({ code: 'custom', message: 'must be id:base64 of 32 bytes, several joined by commas' })
  }
  return keys
})

const keyFrom = <T>(read: (pem: Buffer) => T, kind: string) =>
  base64.transform((pem, context) => {
    try {
      return read(pem)
    } catch {
      context.addIssue({ code: 'custom', message: `must be a base64-encoded PEM ${kind} key` })
      return z.NEVER
    }
  })

const addressRanges = z
  .string()
  .default('')
  .transform((value, context): AddressRange[] => {
    try {
      return value.split(',').filter(Boolean).map(parseAddressRange)
    } catch {
      context.addIssue({ code: 'custom', message: 'must be CIDR ranges joined by commas' })
      return z.NEVER
    }
  })

const hostNames = z
  .string()
  .default('')
  .transform((value) =>
    value
      .toLowerCase()
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  )

/**
 * Hosts to which no customer data is sent: those given, and the installation's own. A local host name is left out: in
 * development the receivers run on the same machine, and elsewhere the address guard refuses it.
 */
export function ownHosts(named: readonly string[], publicUrl: string): readonly string[] {
  const host = bareHost(new URL(publicUrl).hostname)
  const isLocal = isLocalName(host) || host === '::1' || /^127\.[\d.]+$/.test(host)
  return isLocal ? named : [...new Set([...named, host])]
}

/** Variables shared by several processes; each process picks what it needs for its schema. */
export const variables = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().min(1).default('0.0.0.0'),
  PORT: port,
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(0),
  MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\//, { error: 'must be a mongodb:// URL' }),
  RABBITMQ_URL: z.string().regex(/^amqps?:\/\//, { error: 'must be an amqp:// URL' }),
  SECRET_KEYS: secretKeys,
  CALLER_PUBLIC_KEY: keyFrom(createPublicKey, 'public'),
  CALLER_PRIVATE_KEY: keyFrom(createPrivateKey, 'private'),
  port,
  addressRanges,
  hostNames,
  url: z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, '')),
}
