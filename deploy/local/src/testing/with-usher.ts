/** Unfinished files (paths) with tests that use the shared Usher. */
const unfinished = new Set<string>()

/** What the files of a run need. */
export interface Needs {
  /** Files (paths) that use the shared Usher. */
  readonly usher: readonly string[]
  /** Whether others need the servers. */
  readonly servers: boolean
}

/**
 * Starts what the files will need, without waiting. A file that needs it waits for it and sees a failure. The shared
 * Usher stops when all of its files are done.
 */
export function warmUp({ usher, servers }: Needs): void {
  for (const file of usher) unfinished.add(file)
  if (usher.length > 0) request('POST', 'usher')
  else if (servers) request('POST', 'servers')
}

/** Stops the shared Usher after the last file that uses it. */
export function doneWithUsher(file: string): void {
  if (unfinished.delete(file) && unfinished.size === 0) request('DELETE', 'usher')
}

function request(method: string, what: 'usher' | 'servers'): void {
  const url = process.env.TEST_ON_DEMAND_URL
  if (url) fetch(`${url}/${what}`, { method }).catch(() => {})
}
