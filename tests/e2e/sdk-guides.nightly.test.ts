import { mkdtemp, rm } from 'node:fs/promises'
import { unlessMissing } from '../../clients/node/test/conformance/unless-missing.ts'
import { oapiCodegen, packGo } from '../../clients/node/tools/pack/go.ts'
import { packNode } from '../../clients/node/tools/pack/npm.ts'
import { buildPython, packPython } from '../../clients/node/tools/pack/python.ts'
import { runGuide } from './docs-snippets.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const FIVE_MINUTES_MS = 300_000

const SDKS = [
  { guide: 'sdk-node', tools: async () => '', pack: packNode },
  { guide: 'sdk-python', tools: buildPython, pack: packPython },
  { guide: 'sdk-go', tools: () => oapiCodegen(['-version']), pack: packGo },
] as const

const GUIDES = await Promise.all(
  SDKS.map(async ({ guide, tools, pack }) => ({ guide, pack, ...(await unlessMissing(guide, tools)) })),
)

/** A folder with nothing but a packed SDK, from which nothing of the repository is found. */
async function packedInto(pack: (folder: string) => Promise<string>) {
  const path = await mkdtemp('/tmp/usher-empty-')
  await pack(path)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

describe('the SDK guides in an empty folder', () => {
  let usher: Usher
  beforeAll(async () => {
    usher = await useSharedUsher()
  })

  for (const { guide, pack, lack } of GUIDES) {
    const run = lack ? test.skip : test
    run(
      `${guide} leads to a queue, a guest, a verified webhook and a booking in less than five minutes`,
      async () => {
        const folder = await packedInto(pack)
        const startedAt = performance.now()
        const { problem, outputs } = await runGuide(guide, usher, { slow: true, place: async () => folder })
        const took = performance.now() - startedAt
        expect(problem).toBeUndefined()
        expect(outputs).toHaveLength(4)
        for (const { printed, shown } of outputs) expect(printed).toBe(shown)
        expect(took).toBeLessThan(FIVE_MINUTES_MS)
        process.stderr.write(`${guide}: installed and followed in ${(took / 1000).toFixed(1)} s\n`)
      },
    )
  }
})
