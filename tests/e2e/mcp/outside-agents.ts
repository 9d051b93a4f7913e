import { lastLines, runCommand, SetupError } from '@usher/local'
import { pythonWith } from '../python/environment.ts'

/** What an agent in another language says it did. */
interface Work {
  readonly tools: readonly string[]
  readonly queue_id: string
  readonly added?: Readonly<Record<string, unknown>>
  readonly called?: Readonly<Record<string, unknown>>
  readonly refused?: string
}

interface OutsideAgent {
  readonly name: string
  /** Why it cannot run on this machine; undefined: it can. */
  readonly lack: string | undefined
  work(given: { readonly url: string; readonly token: string }): Promise<Work>
}

const folder = (name: string) => new URL(`${name}/`, import.meta.url).pathname

/** Agents with the MCP clients of other languages; says on stderr which cannot run, because their tests are skipped. */
export const outsideAgents = (): Promise<OutsideAgent[]> =>
  Promise.all([
    found('fastmcp of Python', async () => {
      const python = await pythonWith(`${folder('python')}requirements.txt`)
      return [python, `${folder('python')}agent.py`]
    }),
    found('the SDK of Go', async () => {
      await succeed('go', ['build', '-o', '/dev/null', '.'])
      return ['go', 'run', '.']
    }),
  ])

async function found(name: string, prepare: () => Promise<string[]>): Promise<OutsideAgent> {
  try {
    const [command = '', ...args] = await prepare()
    const work: OutsideAgent['work'] = async (given) =>
      JSON.parse(await succeed(command, [...args, JSON.stringify(given)]))
    return { name, lack: undefined, work }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`skipped: ${error.message}\n`)
    return { name, lack: error.message, work: () => Promise.reject(error) }
  }
}

async function succeed(command: string, args: readonly string[]): Promise<string> {
  const { code, output, stdout } = await runCommand(command, args, { cwd: folder('go') })
  if (code !== 0) throw new SetupError(`${command} ${args[0]} ended with ${code}:\n${lastLines(output)}`)
  return stdout
}
