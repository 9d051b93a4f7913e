import { createMetrics } from '../observability/metrics.ts'
import { HEARTBEAT } from './event-stream.ts'
import { Streams } from './streams.ts'

const newStreams = () => new Streams({ closing: new AbortController(), metrics: createMetrics('test') })

const now = new Date('2026-01-01T12:00:00Z')

describe('the open streams of one organisation', () => {
  test("take at most half of the process's streams and leave the rest to other organisations", () => {
    const streams = newStreams()
    const open = (organizationId: string) =>
      streams.open(now, { organizationId, isStaff: true, heartbeat: HEARTBEAT }, () => {})
    const first = open('org_1')
    for (let i = 1; i < 5_000; i += 1) open('org_1')
    expect(() => open('org_1')).toThrow('No more streams can be opened at the moment.')
    expect(() => open('org_2')).not.toThrow()
    first.end()
    expect(() => open('org_1')).not.toThrow()
    expect(() => open('org_1')).toThrow()
  })

  test('attack: staff can still open streams when guests and screens have used up theirs', () => {
    const streams = newStreams()
    const open = (organizationId: string, isStaff: boolean) =>
      streams.open(now, { organizationId, isStaff, heartbeat: HEARTBEAT }, () => {})
    for (const organization of ['org_1', 'org_2']) {
      for (let i = 0; i < 4_500; i += 1) open(organization, false)
      expect(() => open(organization, false)).toThrow('No more streams can be opened at the moment.')
    }
    expect(() => open('org_3', false)).toThrow()
    for (const organization of ['org_1', 'org_2']) expect(() => open(organization, true)).not.toThrow()
    expect(() => open('org_3', true)).not.toThrow()
  })
})
