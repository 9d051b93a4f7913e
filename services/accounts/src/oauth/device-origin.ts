import { CLIENT_ADDRESS_HEADER } from '@usher/service-kit'
import type { Request } from 'express'
import type { DeviceCode, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { deviceCodeOf, type Interaction } from './consent.ts'
import type { DeviceOrigin } from './pages/device-origin.ts'

/** What is stored with a device code about the program that asked for it. */
export const deviceInfoOf = (ctx: KoaContextWithOIDC) => ({ address: ctx.get(CLIENT_ADDRESS_HEADER) })

/** Where a device code comes from, for the person in the browser that asks. */
export function originOf(
  code: Pick<DeviceCode, 'iat' | 'deviceInfo'>,
  browserAddress: string | undefined,
): DeviceOrigin {
  const { address } = (code.deviceInfo ?? {}) as Partial<ReturnType<typeof deviceInfoOf>>
  return {
    startedAt: new Date(code.iat * 1000),
    address: address || undefined,
    browserAddress: browserAddress || undefined,
  }
}

/** Where the device code of an interaction comes from; undefined if it has expired. */
export async function originOfInteraction(
  provider: Provider,
  interaction: Interaction,
  req: Request,
): Promise<DeviceOrigin | undefined> {
  const deviceCode = deviceCodeOf(interaction)
  const found = deviceCode === undefined ? undefined : await provider.DeviceCode.find(deviceCode)
  return found && originOf(found, req.get(CLIENT_ADDRESS_HEADER))
}
