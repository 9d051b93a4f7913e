import { join } from 'node:path'
import { lastLines, repository, runCommand, SetupError } from '@usher/local'

/** A module of its own, so that who uses the Go SDK does not get the generator. */
export const goGenerator = join(repository, 'clients/go/generator')

/**
 * Runs oapi-codegen.
 *
 * @returns what it printed
 * @throws SetupError when there is no Go, or the generator cannot be had, or it fails
 */
export async function oapiCodegen(args: readonly string[]): Promise<string> {
  const { code, output } = await runCommand('go', ['tool', 'oapi-codegen', ...args], { cwd: goGenerator })
  if (code !== 0) throw new SetupError(`oapi-codegen ended with ${code}:\n${lastLines(output, 20)}`)
  return output
}
