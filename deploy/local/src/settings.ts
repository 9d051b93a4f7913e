import { join, resolve } from 'node:path'
import { z } from 'zod'
import { repository } from './processes.ts'
import { SetupError } from './provided.ts'

/** What a person can set for `npm start`. */
export interface StartSettings {
  readonly port: number
  /** Absolute path of the folder for data, logs and secrets. */
  readonly home: string
  readonly nodeEnv: string
  readonly logLevel: string
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const environment = z.object({
  PORT: z.coerce.number('must be a number').int('must be a whole number').min(1).max(65_535).default(8080),
  USHER_HOME: z.string().default(join(repository, '.usher')),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: z.enum(levels).default('info'),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb://')
    .optional(),
  RABBITMQ_URL: z
    .string()
    .regex(/^amqps?:\/\//, 'must start with amqp://')
    .optional(),
  RABBITMQ_MANAGEMENT_URL: z.url({ protocol: /^https?$/, error: 'must start with http://' }).optional(),
})

/**
 * Reads the environment of `npm start`. An empty variable counts as unset.
 *
 * @throws SetupError that names every wrong variable at once.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): StartSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = environment.safeParse(given)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new SetupError(`The environment is not right:\n${problems.join('\n')}`)
  }
  const { PORT, USHER_HOME, NODE_ENV, LOG_LEVEL } = result.data
  return { port: PORT, home: resolve(USHER_HOME), nodeEnv: NODE_ENV, logLevel: LOG_LEVEL }
}

/** How `npm start` was asked to run. */
export interface StartOptions {
  /** Runs the services and the gateway as one process. */
  readonly oneProcess: boolean
}

const ONE_PROCESS = '--one-process'

/**
 * Parses the arguments of `npm start`.
 *
 * @throws SetupError that names an unknown one.
 */
export function readOptions(args: readonly string[]): StartOptions {
  const unknown = args.find((arg) => arg !== ONE_PROCESS)
  if (unknown !== undefined) {
    throw new SetupError(`npm start does not know ${unknown}; it knows ${ONE_PROCESS}.`)
  }
  return { oneProcess: args.includes(ONE_PROCESS) }
}
