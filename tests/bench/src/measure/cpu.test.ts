import { processName, treeCpu } from './cpu.ts'

describe('command lines of processes', () => {
  test.each([
    ['node\0/x/services/queue/src/main.ts\0', 'queue'],
    ['node\0/x/gateway/src/main.ts\0', 'gateway'],
    ['node\0/x/deploy/local/src/start.ts\0', 'local'],
    ['node\0/x/deploy/local/run.mjs\0start\0', 'local'],
    ['/c/mongod-6.0.5/mongod\0--port\x01\0', 'mongod'],
    ['/e/erts/bin/beam.smp\0-W\0', 'rabbitmq'],
    ['/e/bin/epmd\0-port\x01\0', 'rabbitmq'],
    ['sleep\x01\0', undefined],
  ])('%j has the process name %s', (command, name) => {
    expect(processName(command)).toBe(name)
  })
})

describe('the processor time of a process tree', () => {
  test('is read from /proc on Linux, and absent elsewhere', async () => {
    const times = await treeCpu(process.pid)
    const isThere = Object.values(times).some((time) => time > 0)
    expect(isThere).toBe(process.platform === 'linux')
  })
})
