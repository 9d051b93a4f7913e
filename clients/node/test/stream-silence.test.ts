import { readFile } from 'node:fs/promises'
import { HEARTBEAT_MS, STREAM_SILENCE_MS } from '@usher/contracts'
import * as node from '@usher/sdk/client'
import { goResources } from '../tools/emit/go.ts'
import { pythonConstants } from '../tools/emit/python.ts'

const guide = new URL('../../../web/docs/src/content/docs/guides/live-updates.md', import.meta.url)

describe('the silence after which a stream is dead', () => {
  test('is three heartbeats in every SDK and in the guide', async () => {
    const seconds = STREAM_SILENCE_MS / 1000
    expect(STREAM_SILENCE_MS).toBe(3 * HEARTBEAT_MS)
    expect(node.STREAM_SILENCE_MS).toBe(STREAM_SILENCE_MS)
    expect(pythonConstants('2026-12-01', '1.0.0')).toContain(`\nSTREAM_SILENCE = ${seconds}.0\n`)
    expect(goResources([], '2026-12-01', '1.0.0')).toContain(`silentFor = ${seconds} * time.Second`)
    const text = await readFile(guide, 'utf8')
    expect(text).toContain(`every ${HEARTBEAT_MS / 1000} seconds`)
    expect(text).toContain(`${seconds} seconds of silence`)
  })
})
