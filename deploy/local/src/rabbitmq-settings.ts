import { delimiter, dirname, join } from 'node:path'
import type { Credentials } from './provided-rabbit.ts'

/** Loopback ports of one private RabbitMQ. */
export interface RabbitPorts {
  readonly amqp: number
  readonly management: number
  /** Erlang's port between nodes. */
  readonly distribution: number
  /** Erlang's name service. */
  readonly epmd: number
}

/** The text of rabbitmq.conf for development: loopback only, small limits, one user. */
export function rabbitConfiguration(ports: RabbitPorts, { user, password }: Credentials): string {
  return [
    `listeners.tcp.local = 127.0.0.1:${ports.amqp}`,
    'management.tcp.ip = 127.0.0.1',
    `management.tcp.port = ${ports.management}`,
    `default_user = ${user}`,
    `default_pass = ${password}`,
    'vm_memory_high_watermark.absolute = 1GB',
    'disk_free_limit.absolute = 50MB',
    'log.console = true',
    'log.console.level = info',
    'log.file = false',
    '',
  ].join('\n')
}

export interface RabbitEnvironment {
  readonly folder: string
  readonly ports: RabbitPorts
  readonly env?: NodeJS.ProcessEnv | undefined
  readonly erlangBin?: string | undefined
  readonly libraries?: string | undefined
}

/** Environment that keeps a RabbitMQ and its Erlang inside `folder` and on loopback. */
export function rabbitEnvironment(options: RabbitEnvironment): NodeJS.ProcessEnv {
  const { folder, ports, erlangBin, libraries, env = process.env } = options
  return {
    ...withoutRabbitSettings(env),
    ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
    PATH: [...(erlangBin === undefined ? [] : [erlangBin]), env.PATH ?? ''].join(delimiter),
    // Erlang keeps its cookie in the home folder, and the user's own must not change.
    HOME: folder,
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_CRASH_DUMP: join(folder, 'erl_crash.dump'),
    // Makes the script exec Erlang instead of waiting beside it, so that its pid is the server's.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_NODENAME: 'usher@localhost',
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: [
      '-kernel inet_dist_use_interface {127,0,0,1}',
      // Idle threads sleep at once: https://www.rabbitmq.com/docs/runtime#cpu-reduce-idle-usage
      '+sbwt none +sbwtdcpu none +sbwtdio none',
    ].join(' '),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'rabbitmq-env.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(dirname(folder), 'logs'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_PID_FILE: join(folder, 'rabbitmq.pid'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(folder, 'generated'),
  }
}

/** Settings for an installed RabbitMQ must not leak into this one. */
function withoutRabbitSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('RABBITMQ_') && !name.startsWith('ERL_')),
  )
}
