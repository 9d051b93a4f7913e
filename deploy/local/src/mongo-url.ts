import { SetupError } from './provided.ts'

/** The address of one database of a server. */
export function withDatabase(url: string, database: string): string {
  const parsed = url.match(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*(\?.*)?$/)
  if (parsed === null)
    throw new SetupError(`MONGODB_URL is not a MongoDB address: it must start with mongodb://`)
  return `${parsed[1]}/${database}${parsed[2] ?? ''}`
}
