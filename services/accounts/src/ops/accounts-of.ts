import { CommandError, newId, type OpsContext, systemClock } from '@usher/service-kit'
import { type AccountsContext, createContext } from '../context.ts'

/** The service context for a command. */
export const accountsOf = ({ connection }: OpsContext): Promise<AccountsContext> =>
  createContext(connection, systemClock)

/** The origin of a command's change; it is audited by its event alone. */
export const newOrigin = () => ({ actor: 'operator', requestId: newId('request') })

export const unknown = (what: string, id: string) => new CommandError(`There is no ${what} ${id}.`)
