import { join } from 'node:path'
import { repository } from '../processes.ts'
import { type CommandResult, runCommand } from '../run-command.ts'

const program = join(repository, 'node_modules/@lingui/cli/dist/lingui.js')

/** Runs a command of Lingui on the dashboard, with this process's Node: the Lingui CLI needs Node 22. */
export const lingui = (args: readonly string[], signal?: AbortSignal): Promise<CommandResult> =>
  runCommand(process.execPath, [program, ...args], { cwd: join(repository, 'web/dashboard'), signal })
