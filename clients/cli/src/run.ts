import { withoutControls } from './output/printable.ts'
import { report } from './output/report.ts'
import { createProgram } from './program.ts'
import type { ExitCode } from './terminal/exit-codes.ts'
import { EXIT } from './terminal/exit-codes.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Runs a command line without the program's name; returns the exit code. */
export async function run(args: readonly string[], given: Terminal): Promise<ExitCode> {
  const terminal = withoutControls(given)
  const program = createProgram(terminal)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return EXIT.done
  } catch (error) {
    const { url = terminal.env.USHER_URL } = program.opts<{ url?: string }>()
    return report(error, terminal, url && `${url.replace(/\/+$/, '')}/docs/guides/errors`)
  }
}
