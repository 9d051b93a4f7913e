import type { Provided } from './provided.ts'

export interface ProvidedRabbit extends Provided {
  /** Address of the management HTTP API with the credentials in it; unknown for some external servers. */
  readonly managementUrl: string | undefined
  /** Runs `rabbitmqctl` on one that is a process of ours, and gives what it says. @throws Error when it fails */
  readonly control?: ((...args: string[]) => Promise<string>) | undefined
}

/** One of ours, before each process has a user on it. */
export interface RabbitServer extends Omit<Provided, 'urlFor'> {
  readonly managementUrl: string
  readonly control?: ProvidedRabbit['control']
}

/** Of the administrator of a private RabbitMQ. */
export interface Credentials {
  readonly user: string
  readonly password: string
}
