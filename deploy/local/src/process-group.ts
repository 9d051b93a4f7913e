import { findOnPath } from './programs.ts'

/**
 * Wraps a command so that the kernel sends it SIGTERM when this process dies, even of SIGKILL. Only Linux can;
 * elsewhere the next start ends what was left behind.
 */
export function endWithParent(command: string, args: readonly string[]): [string, string[]] {
  const setpriv = process.platform === 'linux' ? findOnPath('setpriv') : undefined
  if (setpriv === undefined) return [command, [...args]]
  return [setpriv, ['--pdeathsig', 'TERM', command, ...args]]
}

/** Kills a process that was started detached, with all of its children; does nothing if none is left. */
export const killGroup = (pid: number | undefined): void => signalGroup(pid, 'SIGKILL')

/** Asks them to exit (SIGTERM). */
export const endGroup = (pid: number | undefined): void => signalGroup(pid, 'SIGTERM')

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is empty.
  }
}
