import { lastLines, runCommand } from '@usher/local'

/**
 * Runs a command to its end.
 *
 * @returns what it printed
 * @throws Error with the end of that if it fails
 */
export async function run(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { code, output } = await runCommand(command, args, cwd === undefined ? {} : { cwd })
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${lastLines(output, 20)}`)
  return output
}
