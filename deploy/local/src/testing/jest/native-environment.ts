import { ModernFakeTimers } from '@jest/fake-timers'
import type { Config } from '@jest/reporters'
import type { Event, State } from 'jest-circus'
import { ModuleMocker } from 'jest-mock'

/** Where jest-circus reads the time limit that `jest.setTimeout` sets. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL')

const { console, process } = globalThis
const { exit } = process

/** Rejections between two files, which belong to no test. During a file Jest has handlers of its own. */
const lost: unknown[] = []
process.on('unhandledRejection', (error) => lost.push(error))

// Jest stops listening when there are no more files; connections that the tests of a worker share would hold it open.
process.on('removeListener', (event) => {
  if (event === 'message') exit()
})

/**
 * A Jest environment without a `vm` context: tests use the globals of the worker, and with them the modules that it has
 * loaded.
 */
export default class NativeEnvironment {
  readonly global = globalThis
  readonly moduleMocker = new ModuleMocker(globalThis)
  readonly fakeTimers = null
  readonly fakeTimersModern: ModernFakeTimers

  constructor({ projectConfig }: { readonly projectConfig: Config.ProjectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
    Object.assign(globalThis, { jest: jestObject(this.moduleMocker, this.fakeTimersModern, projectConfig) })
    Reflect.deleteProperty(globalThis, TIMEOUT)
  }

  getVmContext(): null {
    return null
  }

  async setup(): Promise<void> {
    const [error] = lost.splice(0)
    if (error) throw new Error('A promise was rejected after the end of an earlier file', { cause: error })
  }

  /** Restores what Jest replaced for this file. */
  async teardown(): Promise<void> {
    this.moduleMocker.restoreAllMocks()
    this.fakeTimersModern.dispose()
    globalThis.console = console
    process.exit = exit
  }

  handleTestEvent(event: Event, state: State): void {
    if (event.name === 'run_start') stackHooks(state.rootDescribeBlock)
  }
}

type DescribeBlock = State['rootDescribeBlock']
type TimerOptions = Parameters<ModernFakeTimers['useFakeTimers']>[0]

/** Runs the hooks after tests in the reverse order of their definition: the last thing set up ends first. */
function stackHooks(block: DescribeBlock): void {
  const isAfter = ({ type }: DescribeBlock['hooks'][number]) => type === 'afterEach' || type === 'afterAll'
  const after = block.hooks.filter(isAfter).reverse()
  block.hooks.splice(0, Infinity, ...block.hooks.filter((hook) => !isAfter(hook)), ...after)
  for (const child of block.children) if (child.type === 'describeBlock') stackHooks(child)
}

/** The global `jest`, without what mocks modules. */
function jestObject(
  mocker: ModuleMocker,
  timers: ModernFakeTimers,
  { fakeTimers: defaults }: Config.ProjectConfig,
) {
  return {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    replaceProperty: mocker.replaceProperty.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    useFakeTimers: (config?: TimerOptions) =>
      timers.useFakeTimers({ ...defaults, ...config } as TimerOptions),
    useRealTimers: () => timers.useRealTimers(),
    setSystemTime: (now?: number | Date) => timers.setSystemTime(now),
    advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
    setTimeout(ms: number) {
      Object.assign(globalThis, { [TIMEOUT]: ms })
    },
  }
}
