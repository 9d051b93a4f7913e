import { z } from 'zod'
import { nativeCollection } from '../store/connection.ts'
import { leaseModel } from '../store/lease.ts'
import { CommandError, defineCommand } from './command.ts'

export const listLeases = defineCommand({
  usage: '',
  about: 'Lists the duties that one replica at a time has, with their owners',
  options: {},
  schema: z.object({}),
  async run({ definition, connection, result }) {
    const leases = nativeCollection(leaseModel(connection))
    for await (const { _id, owner, expires_at } of leases.find().sort({ _id: 1 })) {
      const is_held = expires_at > new Date()
      result({ service: definition.service, name: _id, owner, is_held, expires_at: expires_at.toISOString() })
    }
  },
})

export const releaseLease = defineCommand({
  usage: '--name NAME',
  about: 'Takes a lease from its owner, for another to have it; end an owner that hangs before',
  destructive: true,
  options: { name: { type: 'string' } },
  schema: z.object({ name: z.string().min(1) }),
  async run({ definition, connection, result }, { name }) {
    const released = await nativeCollection(leaseModel(connection)).findOneAndDelete({ _id: name })
    if (!released) throw new CommandError(`There is no lease ${name}.`)
    result({ service: definition.service, name, released_from: released.owner })
  },
})
