import { z } from 'zod'
import { readEnvironment, variables } from '../process/config.ts'
import { CommandError, defineCommand, type OpsContext } from './command.ts'
import { COMMON_SEALED, keyIdOf, reseal, sealedIn } from './reseal.ts'

const keyVariables = z.object({ SECRET_KEYS: variables.SECRET_KEYS })

const fieldsOf = ({ definition }: OpsContext) => [...definition.sealed, ...COMMON_SEALED]

export const listSecretKeys = defineCommand({
  usage: '',
  about: 'Counts the secrets under each key: a key without any is needed only for verifying audit trails',
  options: {},
  schema: z.object({}),
  async run(context) {
    const configured = readEnvironment(keyVariables, context.environment).SECRET_KEYS.map(({ id }) => id)
    for (const field of fieldsOf(context)) {
      const counts = new Map<string, number>()
      for await (const { texts } of sealedIn(context.connection, field)) {
        for (const [, text] of texts) counts.set(keyIdOf(text), (counts.get(keyIdOf(text)) ?? 0) + 1)
      }
      for (const [key, secrets] of counts) {
        const where = {
          service: context.definition.service,
          collection: field.collection,
          field: field.field,
        }
        context.result({
          ...where,
          key,
          secrets,
          is_newest: key === configured[0],
          is_configured: configured.includes(key),
        })
      }
    }
  },
})

export const resealSecrets = defineCommand({
  usage: '',
  about: 'Seals with the first of SECRET_KEYS what the others have sealed; may be interrupted and run again',
  options: {},
  schema: z.object({}),
  async run(context) {
    const { SECRET_KEYS } = readEnvironment(keyVariables, context.environment)
    for (const field of fieldsOf(context)) {
      const resealed = await reseal(context.connection, field, SECRET_KEYS).catch((error) => {
        throw new CommandError(`${field.collection}.${field.field}: ${(error as Error).message}`)
      })
      const where = { service: context.definition.service, collection: field.collection, field: field.field }
      context.result({ ...where, key: SECRET_KEYS[0]?.id, resealed })
    }
  },
})
