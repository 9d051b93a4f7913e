import { describe, expect, test } from 'vitest'
import { parseStat } from './cpu.ts'
import { processName, treeCpu } from './process-tree.ts'

describe('given a line of /proc/PID/stat', () => {
  test('when the name has spaces and parentheses, then the times are found all the same', () => {
    const line = '42 (a) b (c)) S 7 42 42 0 -1 4194560 100 0 0 0 11 22 3 4 20 0 1 0 100'
    expect(parseStat(line)).toEqual({ parent: 7, cpuUs: 330_000, endedChildrenUs: 70_000 })
  })
})

describe('given the command line of a process', () => {
  test.each([
    ['node\0/x/services/queue/src/main.ts\0', 'queue'],
    ['node\0/x/gateway/src/main.ts\0', 'gateway'],
    ['node\0/x/deploy/local/src/start.ts\0', 'local'],
    ['node\0/x/deploy/local/run.mjs\0start\0', 'local'],
    ['/c/mongod-6.0.5/mongod\0--port\x01\0', 'mongod'],
    ['/e/erts/bin/beam.smp\0-W\0', 'rabbitmq'],
    ['/e/bin/epmd\0-port\x01\0', 'rabbitmq'],
    ['sleep\x01\0', undefined],
  ])('when it is %j, then its name is %s', (command, name) => {
    expect(processName(command)).toBe(name)
  })
})

describe('given a running process', () => {
  test('when its tree is read, then its time is there, except where there is no /proc', async () => {
    const times = await treeCpu(process.pid)
    const isThere = Object.values(times).some((time) => time > 0)
    expect(isThere).toBe(process.platform === 'linux')
  })
})
