import { join } from 'node:path'
import type { Bench } from '../bench-context.ts'
import { freePorts, nodeArguments, type ProcessSpec, supervise } from '../local.ts'
import type { Pids } from '../measure/cpu.ts'

/** Database of the peers. */
export const PEER_DATABASE = 'usher_bench'

interface Peer {
  /** Name of its file in this folder, and of its process. */
  readonly name: string
  readonly env?: Readonly<Record<string, string>>
}

interface RunningPeer {
  readonly url: string
  pids(): Pids
}

/** A peer's process; it stops with the cleanup stack. */
export async function startPeer(
  bench: Bench,
  { name, env = {} }: Peer,
  cleanup: AsyncDisposableStack,
): Promise<RunningPeer> {
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const spec: ProcessSpec = {
    name,
    args: nodeArguments('tests/bench/src/peers', `${name}.ts`),
    env: { ...env, PORT: String(port) },
    readyUrl: `${url}/readyz`,
  }
  const { log, signal } = bench
  const supervisor = cleanup.use(await supervise([spec], { logs: join(bench.home, 'peers'), log, signal }))
  return { url, pids: () => supervisor.pids() }
}
