import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Stack } from '@usher/local'
import { until } from '@usher/test-kit'

const folderOf = (home: string): string => join(home, 'clocks')

/** Settings that make the clock of each process adjustable. */
export const clockSettings = (home: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href}`,
  CLOCK_ORDERS: folderOf(home),
})

/** Sets one process's clock this many ms ahead of the machine's (behind if negative), until it is set again. */
export async function setClock(
  { home, stack }: { home: string; stack: Stack },
  name: string,
  aheadMs: number,
): Promise<void> {
  const order = join(folderOf(home), String(stack.environments[name]?.PORT))
  const wanted = String(aheadMs)
  await mkdir(folderOf(home), { recursive: true })
  await writeFile(`${order}.new`, wanted)
  await rename(`${order}.new`, order)
  const isSet = async () => (await readFile(`${order}.set`, 'utf8').catch(() => '')) === wanted
  await until(`${name} to set its clock`, isSet)
}
