import { join } from 'node:path'
import type { Bench } from '../bench.ts'
import { freePorts, nodeArguments, supervise } from '../local.ts'

/** Database of the peers. */
export const PEER_DATABASE = 'usher_bench'

/**
 * Starts a peer, which stops with the cleanup stack.
 *
 * @param name of its file in this folder
 * @returns its address
 */
export async function startPeer(
  { home, log, signal }: Bench,
  name: string,
  cleanup: AsyncDisposableStack,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const args = nodeArguments('tests/bench/src/peers', `${name}.ts`)
  const spec = { name, args, env: { ...env, PORT: String(port) }, readyUrl: `${url}/readyz` }
  cleanup.use(await supervise([spec], { logs: join(home, 'peers'), log, signal }))
  return url
}
