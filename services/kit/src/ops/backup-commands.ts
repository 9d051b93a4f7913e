import { join } from 'node:path'
import { z } from 'zod'
import { backUp, type Manifest, restoreInto } from './backup.ts'
import { defineCommand, type OpsContext } from './command.ts'

const text = { type: 'string' } as const

export const backup = defineCommand({
  usage: '--to FOLDER',
  about: 'Writes all documents, as of one moment, to FOLDER/SERVICE, which must not exist',
  options: { to: text },
  schema: z.object({ to: z.string().min(1) }),
  async run(context, { to }) {
    const { service } = context.definition
    show(context, await backUp(context.connection, service, join(to, service)))
  },
})

export const restore = defineCommand({
  usage: '--from FOLDER',
  about: 'Writes the backup in FOLDER/SERVICE into the empty database of the service, which must be stopped',
  destructive: true,
  options: { from: text },
  schema: z.object({ from: z.string().min(1) }),
  async run(context, { from }) {
    const { service } = context.definition
    show(context, await restoreInto(context.connection, service, join(from, service)))
  },
})

function show({ result }: OpsContext, { service, started_at, collections }: Manifest): void {
  for (const { name, documents, sha256 } of collections) {
    result({ service, collection: name, documents, sha256: sha256.slice(0, 16), as_of: started_at })
  }
}
