import type { ChooseProvider, Provider } from './provider.ts'

/** Chooses among the providers of this installation, in their order. */
export const createProviderChoice =
  (providers: readonly Provider[]): ChooseProvider =>
  async (_organizationId, channel) =>
    providers.find(({ channels }) => channels.includes(channel))
