import { type Caller, operations } from '@usher/contracts'
import { changesBetween, entityTag, type OperationRouter, requireMatch } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import {
  changedSettings,
  type OwnSettings,
  type SettingsRecord,
  settingsFacts,
  settingsInForce,
} from './settings.ts'

/** Routes for an organisation's message limits. */
export function settingsRoutes(
  { settings, sandboxChannels }: NotificationContext,
  { on }: OperationRouter,
): void {
  const reply = async (record: SettingsRecord, caller: Caller) => ({
    body: {
      ...settingsInForce(record, caller),
      sandbox_channels: await sandboxChannels(caller.organization_id),
    },
    headers: { etag: entityTag(record.version, 0) },
  })

  on(operations.getNotificationSettings, async ({ caller }) =>
    reply(await settings.find(caller.organization_id), caller),
  )

  on(operations.updateNotificationSettings, async ({ body, caller, ifMatch }) => {
    const { organization_id: resource, plan } = caller
    // If another writer was first, check `If-Match` against their version.
    for (;;) {
      const before = await settings.find(resource)
      requireMatch(ifMatch, before.version)
      const after = changedSettings(before, body, plan)
      if (!(await settings.replace(before, after))) continue
      const changes = changesBetween<OwnSettings>(settingsFacts(before), settingsFacts(after))
      return { ...(await reply(after, caller)), audit: { resource, changes } }
    }
  })
}
