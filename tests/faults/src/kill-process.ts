import { until } from '@usher/test-kit'
import type { Cluster } from './cluster.ts'

/** Kills a process of Usher and waits until its replacement is ready. */
export async function killProcess({ stack }: Pick<Cluster, 'stack'>, name: string): Promise<void> {
  const { pid } = stack.process(name)
  stack.process(name).kill('SIGKILL')
  await until(`another ${name}`, () => {
    const now = stack.process(name).pid
    return now !== undefined && now !== pid
  })
  await stack.process(name).waitReady()
}
