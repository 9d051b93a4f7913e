import { CommandError, newId, type OpsContext, systemClock } from '@usher/service-kit'
import { type AccountsContext, createContext } from '../context.ts'

/** What the service's own code needs to work for a command. */
export const accountsOf = ({ connection }: OpsContext): Promise<AccountsContext> =>
  createContext(connection, systemClock)

/** Whose doing a change is; the audit trail tells it by the event alone. */
export const newOrigin = () => ({ actor: 'operator', requestId: newId('request') })

export const unknown = (what: string, id: string) => new CommandError(`There is no ${what} ${id}.`)
