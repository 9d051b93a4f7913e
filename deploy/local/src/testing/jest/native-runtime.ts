import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/**
 * Loads test files by Node's own `import`, in place of Jest's module system. The files of a worker share the modules
 * that it has loaded.
 */
export default class NativeRuntime {
  readonly #testPath: string

  /** The arguments are those of Jest's own runtime. */
  constructor(...args: readonly unknown[]) {
    this.#testPath = args[6] as string
  }

  unstable_shouldLoadAsEsm(path: string): boolean {
    return path === this.#testPath
  }

  async unstable_importModule(path: string): Promise<void> {
    await import(pathToFileURL(path).href)
  }

  /** A set-up file: its default export runs before each test file. */
  requireModule(path: string): unknown {
    return (require(path) as { default: unknown }).default
  }

  /** The part of jest-circus that holds the tests of a file: a fresh one for each. */
  requireInternalModule(path: string): unknown {
    removeCircusState()
    delete require.cache[path]
    return require(path)
  }

  getSourceMaps(): Map<string, string> {
    return new Map()
  }

  // Jest's own runtime does these for its module system.
  setGlobalsForRuntime(): void {}
  enterTestCode(): void {}
  leaveTestCode(): void {}
  teardown(): void {}
  getAllCoverageInfoCopy(): void {}
}

/** Releases the tests and event handlers of the file before. */
function removeCircusState(): void {
  const isOfCircus = ({ description }: symbol) =>
    description === 'JEST_STATE_SYMBOL' || description === 'EVENT_HANDLERS'
  for (const key of Object.getOwnPropertySymbols(globalThis).filter(isOfCircus)) {
    Reflect.deleteProperty(globalThis, key)
  }
}
