import type { Provided } from './provided.ts'

export interface ProvidedRabbit extends Provided {
  /** Address of the management HTTP API, with credentials; unknown for some external servers. */
  readonly managementUrl: string | undefined
  /** Runs `rabbitmqctl` on a server that is our child process, and returns its output. @throws Error when it fails */
  readonly control?: ((...args: string[]) => Promise<string>) | undefined
}

/** A private RabbitMQ before it has a user for each process. */
export interface RabbitServer extends Omit<Provided, 'urlFor'> {
  readonly managementUrl: string
  readonly control?: ProvidedRabbit['control']
}

/** Credentials of the administrator of a private RabbitMQ. */
export interface Credentials {
  readonly user: string
  readonly password: string
}
