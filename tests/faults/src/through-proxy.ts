import type { Addresses } from '@usher/local'
import type { TcpProxy } from '@usher/test-kit'

/** The addresses of a RabbitMQ, through a proxy. */
export const through = (rabbit: Addresses, { port }: TcpProxy): Addresses => ({
  urlFor: (process) => Object.assign(new URL(rabbit.urlFor(process)), { port: String(port) }).href,
})
