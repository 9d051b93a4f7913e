import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts } from '../src/ports.ts'
import { runAttached } from '../src/run-command.ts'
import { aFolder, isAlive, until } from './util.ts'

const script = join(import.meta.dirname, 'fixtures/supervise.ts')

/** Starts a supervisor in its own process; returns it with the pid of the one process it runs. */
async function aSupervisor(logs: string): Promise<{ supervisor: ChildProcess; pid: number }> {
  const [port] = await freePorts(1)
  const args = ['--disable-warning=ExperimentalWarning', script, logs, String(port)]
  const supervisor = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: supervisor.stdout }))
    return { supervisor, pid: Number(line) }
  throw new Error('the supervisor ended without starting its process')
}

describe('a supervisor that is killed', () => {
  test('with SIGKILL leaves no child process running', async () => {
    await using folder = await aFolder()
    const { supervisor, pid } = await aSupervisor(folder.path)
    expect(isAlive(pid)).toBe(true)
    supervisor.kill('SIGKILL')
    await until(() => !isAlive(pid))
  })
})

describe('a command that leaves its children behind', () => {
  test('has its children stopped when it is aborted', async () => {
    await using folder = await aFolder()
    const file = join(folder.path, 'pid')
    const breaking = new AbortController()
    const script = `sleep 600 & echo $! > ${file}; wait`
    const running = runAttached('sh', ['-c', script], { signal: breaking.signal, withChildren: true })
    const child = async () => Number(await readFile(file, 'utf8').catch(() => ''))
    await until(async () => (await child()) > 0)
    expect(isAlive(await child())).toBe(true)
    breaking.abort()
    expect(await running).not.toBe(0)
    await until(async () => !isAlive(await child()))
  })
})
