import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RequestRecord, requestsRecorded } from '@usher/contracts'
import { createLogger } from '@usher/service-kit'
import { goldenEvents } from '@usher/test-kit'
import type { Segment } from './segment.ts'
import { contentOf as segmentContentOf } from './segment-content.ts'
import { SegmentWriter, tornOf } from './segment-writer.ts'
import { claimSpoolFolder, isRunning, ownMark } from './spool-folder.ts'

const log = createLogger('test', 'silent')

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'usher-spool-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const turn = () => new Promise((resolve) => setImmediate(resolve))

function startWriting(folder = root) {
  const closed: Segment[] = []
  const dropped: string[] = []
  const onClosed = (segment: Segment) => closed.push(segment)
  const onDropped = ({ request_id }: RequestRecord) => dropped.push(request_id)
  const writer = new SegmentWriter({ folder, log, onClosed, onDropped })
  return { writer, closed, dropped }
}

const contentOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))

const template = goldenEvents().find(({ type }) => type === requestsRecorded.type)
const [golden] = requestsRecorded.data.parse(template?.data).records as [RequestRecord]

const aRecord = (request_id: string): RequestRecord => ({ ...golden, request_id })

/** Ids of the records that a segment's text tells of. */
const readContent = (text: string): string[] =>
  segmentContentOf(text)
    .events('s')
    .flatMap(({ data }) => requestsRecorded.data.parse(data).records)
    .map(({ request_id }) => request_id)

const idsIn = (folder: string): string[] =>
  contentOf(folder)
    .join('')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).request_id)

describe('the writer of segments', () => {
  test('writes the records of one tick to disk on the next, before the segment is closed', async () => {
    const { writer, closed } = startWriting()
    writer.append(aRecord('1'))
    writer.append(aRecord('2'))
    expect(contentOf(root)).toEqual([])
    await turn()
    expect([idsIn(root), closed]).toEqual([['1', '2'], []])
    writer.close()
    expect(closed).toMatchObject([{ records: 2, bytes: contentOf(root).join('').length }])
    writer.close()
    expect(closed).toHaveLength(1)
  })

  test('splits 2,500 simultaneous records into segments of at most 1,000', async () => {
    const { writer, closed } = startWriting()
    for (let i = 0; i < 2_500; i += 1) writer.append(aRecord(`${i}`))
    await turn()
    writer.close()
    expect(closed.map(({ records }) => records)).toEqual([1000, 1000, 500])
    expect(idsIn(root).map(Number)).toEqual(Array.from({ length: 2_500 }, (_, i) => i))
  })

  test('keeps up to 10,000 records in memory while the disk fails, and drops later ones', async () => {
    const folder = join(root, 'later')
    const { writer, closed, dropped } = startWriting(folder)
    for (let i = 0; i < 10_002; i += 1) writer.append(aRecord(`${i}`))
    await turn()
    expect([writer.pending.records, dropped]).toEqual([10_000, ['10000', '10001']])
    await mkdir(folder)
    writer.close()
    expect(closed.reduce((sum, { records }) => sum + records, 0)).toBe(10_000)
  })

  test('reports each pending record as dropped once when it is abandoned with the disk still failing', async () => {
    const { writer, closed, dropped } = startWriting(join(root, 'nowhere'))
    writer.append(aRecord('1'))
    writer.append(aRecord('2'))
    await turn()
    writer.close()
    expect(dropped).toEqual([])
    writer.abandon()
    expect([dropped, closed, writer.pending.records]).toEqual([['1', '2'], [], 0])
    writer.abandon()
    expect(dropped).toEqual(['1', '2'])
  })
})

describe('a partly completed write', () => {
  test('records read back and torn records add up to all records, at whichever byte the write stops', () => {
    const records = ['1', '2', '3'].map(aRecord)
    const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    for (let written = 0; written < bytes.length; written += 1) {
      const readable = readContent(bytes.subarray(0, written).toString())
      const torn = tornOf(records, bytes.subarray(written))
      expect([written, ...readable, ...torn.map(({ request_id }) => request_id)]).toEqual([
        written,
        '1',
        '2',
        '3',
      ])
    }
  })
})

describe('the spool folder of a gateway', () => {
  const leave = async (folder: string, files: Record<string, string>) => {
    await mkdir(join(root, folder), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, folder, name), text)
  }

  async function endedProcess(): Promise<string> {
    const child = spawn(process.execPath, ['-e', ''])
    const mark = `${child.pid}-1`
    await once(child, 'exit')
    return mark
  }

  test('recognises the mark of a running process, and not that of an ended one or of another start', async () => {
    expect(await isRunning(await ownMark())).toBe(true)
    expect(await isRunning(`${process.pid}-1`)).toBe(false)
    expect(await isRunning(await endedProcess())).toBe(false)
    expect(await isRunning('left')).toBe(false)
  })

  test('adopts the segments of a dead and a stopped gateway, oldest first', async () => {
    const left = {
      '2.ndjson': 'x\ny\ntorn',
      'a.lost.json': '{}',
      'b.lost.json.unfinished': '{',
      'other.txt': '',
    }
    await leave(`${await endedProcess()}.a`, left)
    const stopped = await claimSpoolFolder(root, log)
    writeFileSync(join(stopped.path, '3.ndjson'), 'z\n')
    await stopped.release()
    const folder = await claimSpoolFolder(root, log)
    expect(folder.adopted.map(({ name, records, bytes }) => [name, records, bytes])).toEqual([
      ['2', 2, 8],
      ['3', 1, 2],
    ])
    expect(folder.adoptedLosses).toEqual([join(folder.path, 'a.lost.json')])
    expect(readdirSync(root, { recursive: true }).filter((name) => /unfinished/.test(String(name)))).toEqual(
      [],
    )
    expect(folder.adopted.every(({ path }) => path.startsWith(folder.path))).toBe(true)
  })

  test('leaves the segments of a running gateway alone', async () => {
    const running = await claimSpoolFolder(root, log)
    writeFileSync(join(running.path, '1.ndjson'), 'x\n')
    expect((await claimSpoolFolder(root, log)).adopted).toEqual([])
    expect(readdirSync(running.path)).toEqual(['1.ndjson'])
  })

  test('gives each left segment to exactly one of ten gateways that start at once', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.ndjson`, 'x\n']))
    await leave('left.1', files)
    const folders = await Promise.all(Array.from({ length: 10 }, () => claimSpoolFolder(root, log)))
    const names = folders.flatMap(({ adopted }) => adopted.map(({ name }) => name))
    expect(names.sort()).toEqual(
      Object.keys(files)
        .map((name) => name.slice(0, -7))
        .sort(),
    )
  })

  test('leaves no folder behind when released without segments', async () => {
    await (await claimSpoolFolder(root, log)).release()
    expect(readdirSync(root)).toEqual([])
  })
})
