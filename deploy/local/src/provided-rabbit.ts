import type { Provided } from './provided.ts'

export interface ProvidedRabbit extends Provided {
  /** Address of the management HTTP API with the credentials in it; unknown for some external servers. */
  readonly managementUrl: string | undefined
}

/** Of the one user of a private RabbitMQ. */
export interface Credentials {
  readonly user: string
  readonly password: string
}
