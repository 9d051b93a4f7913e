const { default: TestRunner } = require('jest-runner')

/** Runs each file in a worker, even a single one: Jest's own process keeps its modules and its globals. */
module.exports = class NativeRunner extends TestRunner {
  runTests(tests, watcher, options) {
    return super.runTests(tests, watcher, { ...options, serial: false })
  }
}
