const SLOW_MS = 600_000

type Callback = () => unknown

const callbacks: Callback[] = []

declare global {
  /** Calls back when the running test has ended, whatever its outcome; the last callback first. */
  function onTestFinished(callback: Callback): void
}

globalThis.onTestFinished = (callback) => {
  callbacks.push(callback)
}

/** Prepares each test file. */
export default function setUp(): void {
  if (/\.(slow|nightly)\./.test(expect.getState().testPath ?? '')) jest.setTimeout(SLOW_MS)
  // A test that asserts nothing cannot fail.
  beforeEach(() => expect.hasAssertions())
  afterEach(async () => {
    const errors: unknown[] = []
    for (const callback of callbacks.splice(0).reverse()) {
      try {
        await callback()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors)
  })
}
