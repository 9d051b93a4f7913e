import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '../src/ports.ts'
import type { ProcessSpec } from '../src/supervised-process.ts'

const script = join(import.meta.dirname, 'fixtures/dummy-service.mjs')

/** A process spec that runs the dummy service. */
export async function aProcess(
  name: string,
  behaviour: 'good' | 'crash' | 'stubborn' = 'good',
): Promise<ProcessSpec> {
  const [port] = await freePorts(1)
  return {
    name,
    args: [script],
    env: { PORT: String(port), BEHAVIOUR: behaviour },
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  }
}

/** A new folder, removed with its contents when disposed of. */
export async function aFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'usher-local-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Waits until a condition holds, at most 10 s. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition did not come true within 10 s')
    await delay(10)
  }
}

/** Whether a process with this pid exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
