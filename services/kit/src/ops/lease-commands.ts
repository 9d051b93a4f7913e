import { z } from 'zod'
import { listLeases, revokeLease } from '../store/lease.ts'
import { CommandError, defineCommand } from './command.ts'

export const listLeasesCommand = defineCommand({
  usage: '',
  about: 'Lists the duties that one replica at a time has, with their owners',
  options: {},
  schema: z.object({}),
  async run({ definition, connection, result }) {
    for (const { _id, owner, expires_at } of await listLeases(connection)) {
      const is_held = expires_at > new Date()
      result({ service: definition.service, name: _id, owner, is_held, expires_at: expires_at.toISOString() })
    }
  },
})

export const releaseLeaseCommand = defineCommand({
  usage: '--name NAME',
  about: 'Takes a lease from its owner, for another to have it; end an owner that hangs before',
  destructive: true,
  options: { name: { type: 'string' } },
  schema: z.object({ name: z.string().min(1) }),
  async run({ definition, connection, result }, { name }) {
    const released = await revokeLease(connection, name)
    if (!released) throw new CommandError(`There is no lease ${name}.`)
    result({ service: definition.service, name, released_from: released.owner })
  },
})
