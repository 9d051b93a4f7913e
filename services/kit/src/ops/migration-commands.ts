import { z } from 'zod'
import { MigrationStore } from '../migrations/migration-store.ts'
import { runMigration } from '../migrations/run-migration.ts'
import { defineCommand } from './command.ts'

export const listMigrations = defineCommand({
  usage: '',
  about: 'Lists the migrations of this version, and how far they have come',
  options: {},
  schema: z.object({}),
  async run({ definition, connection, result }) {
    const known = await new MigrationStore(connection).all()
    for (const { id, about } of definition.migrations ?? []) {
      const record = known.get(id)
      const state = record?.completed_at ? 'complete' : record ? 'begun' : 'pending'
      result({ service: definition.service, id, state, parts: record?.parts ?? 0, about })
    }
  },
})

export const migrate = defineCommand({
  usage: '',
  about:
    'Runs the migrations that are not complete; may be interrupted and run again, while the services run',
  options: {},
  schema: z.object({}),
  async run({ definition, connection, result }) {
    for (const migration of definition.migrations ?? []) {
      const parts = await runMigration(connection, migration)
      result({ service: definition.service, id: migration.id, parts_done: parts })
    }
  },
})
