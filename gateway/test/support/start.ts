import { type ApiVersions, eachService } from '@usher/contracts'
import type { Clock } from '@usher/service-kit'
import { createCallers, createInfrastructure, startOnce } from '@usher/test-kit'
import { type GatewayConfig, startGateway } from '../../src/service.ts'
import { startAccounts } from './fake-accounts.ts'
import { startService } from './fake-service.ts'

const callers = createCallers()

/** Who is calling, as a service reads it from the gateway's token. */
export const { publicKey, privateKey } = callers

export const gatewayConfig = (
  given: Pick<GatewayConfig, 'rabbitUrl' | 'serviceUrls'> & Partial<GatewayConfig>,
): GatewayConfig => ({
  logLevel: 'silent',
  host: '127.0.0.1',
  port: 0,
  metricsPort: 0,
  publicUrl: 'http://usher.test',
  callerPrivateKey: privateKey,
  ...given,
})

/** Where the services are for a gateway: accounts, and one that stands in for all others. */
export const serviceUrlsOf = (
  accounts: { readonly url: string },
  { url }: { readonly url: string },
): GatewayConfig['serviceUrls'] => ({
  ...eachService(() => url),
  accounts: accounts.url,
})

/** A gateway between stand-ins for accounts and for the services. */
export async function startAll(given: Partial<GatewayConfig> = {}, clock?: Clock, versions?: ApiVersions) {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const accounts = stack.use(await startAccounts())
  const service = stack.use(await startService())
  const serviceUrls = serviceUrlsOf(accounts, service)
  const config = gatewayConfig({ rabbitUrl: infrastructure.rabbitUrl, serviceUrls, ...given })
  const gateway = stack.use(await startGateway(config, clock, versions))
  return {
    infrastructure,
    accounts,
    service,
    gateway,
    url: gateway.url,
    config,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** One gateway for the tests of a file; each call gives it with stand-ins that got nothing yet. */
export function shareAll(versions?: ApiVersions) {
  const shared = startOnce(() => startAll({}, undefined, versions))
  return async () => {
    const all = await shared()
    all.accounts.reset()
    all.service.reset()
    return all
  }
}
