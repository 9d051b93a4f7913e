import type { OrganizationStore } from '../organizations/organization-store.ts'
import { remember } from '../remember.ts'
import { type Settings, settingsInForce } from './settings.ts'
import type { SettingsStore } from './settings-store.ts'

/** Message limits of organisations. */
export interface Limits {
  /** As they are now. */
  read(organizationId: string): Promise<Settings>
  /** At most a second old; changes made in this process apply at once. */
  recall(organizationId: string): Promise<Settings>
  /** Evicts them after a change. */
  forget(organizationId: string): void
}

export function createLimits(settings: SettingsStore, organizations: OrganizationStore): Limits {
  const read = async (organizationId: string) => {
    const [own, organization] = await Promise.all([
      settings.find(organizationId),
      organizations.find(organizationId),
    ])
    return settingsInForce(own, organization)
  }
  const remembered = remember(read)
  return {
    read,
    recall: async (organizationId) =>
      (await remembered.recall(organizationId)) ?? (await read(organizationId)),
    forget: (organizationId) => remembered.forget(organizationId),
  }
}
