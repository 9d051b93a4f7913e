import tab from '@bomb.sh/tab/commander'
import { Command } from 'commander'
import { addBookings } from './commands/bookings.ts'
import { addClocks } from './commands/clocks.ts'
import { addGuests } from './commands/guests.ts'
import { addListen } from './commands/listen.ts'
import { addLogin } from './commands/login.ts'
import { addLogs } from './commands/logs.ts'
import { notEmpty } from './commands/options.ts'
import { addQueues } from './commands/queues.ts'
import { addTrigger } from './commands/trigger.ts'
import type { Terminal } from './terminal/terminal.ts'
import { VERSION } from './version.ts'

/** The command line with all its commands. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('usher')
    .description('The command line of Usher')
    .version(VERSION)
    .option('--api-key <key>', 'API key (default: USHER_API_KEY)', notEmpty)
    .option('--url <address>', 'address of Usher (default: USHER_URL)', notEmpty)
    .option('--clock <id>', 'work with the data of a test clock (queues, guests, bookings)', notEmpty)
    .option('--json', 'write the answers of the API unchanged')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Add --help for the arguments and options.')
    .exitOverride()
  addLogin(program, terminal)
  addQueues(program, terminal)
  addGuests(program, terminal)
  addBookings(program, terminal)
  addClocks(program, terminal)
  addListen(program, terminal)
  addTrigger(program, terminal)
  addLogs(program, terminal)
  // Last: it completes the commands added before.
  tab(program, { completionCommandName: 'completion' })
  return program
}
