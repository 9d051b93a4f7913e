import { type CommandOptions, lastLines, runCommand } from '@usher/local'

/**
 * Runs a command that must succeed.
 *
 * @returns its standard output
 * @throws Error with the end of its output
 */
export async function run(
  command: string,
  args: readonly string[],
  options?: CommandOptions,
): Promise<string> {
  const { code, output, stdout } = await runCommand(command, args, options)
  if (code === 0) return stdout.trim()
  throw new Error(`${command} ${args.slice(0, 6).join(' ')} ended with ${code}:\n${lastLines(output, 25)}`)
}

/** @throws Error naming what does not hold */
export function assert(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(`not so: ${what}`)
}
