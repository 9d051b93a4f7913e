import { type OpsDefinition, runOps } from '@usher/service-kit'

/** Runs operator commands as a process would, and gives what they print. */
export function operatorOf(definition: OpsDefinition, environment: Record<string, string>) {
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const notes: string[] = []
    const terminal = { out: (line: string) => lines.push(line), note: (line: string) => notes.push(line) }
    const code = await runOps(definition, args, environment, terminal)
    return { code, text: lines.join('\n'), notes: notes.join('\n') }
  }
  return {
    run,
    /** The documents that a command gives. @throws Error where it fails */
    async results(...args: string[]) {
      const { code, text, notes } = await run(...args, '--json')
      if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${notes}`)
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },
  }
}
