import { mkdtemp, rm } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { unlessMissing } from '../sdk/conformance/unless-missing.ts'
import { packGo } from '../sdk/tools/pack/go.ts'
import { packNode } from '../sdk/tools/pack/node.ts'
import { packPython } from '../sdk/tools/pack/python.ts'
import { runGuide } from './docs-snippets.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const FIVE_MINUTES_MS = 300_000

const SDKS = [
  { guide: 'sdk-node', pack: packNode },
  { guide: 'sdk-python', pack: packPython },
  { guide: 'sdk-go', pack: packGo },
] as const

/** A folder with nothing but a packed SDK, from which nothing of the repository is found. */
async function packedInto(pack: (folder: string) => Promise<string>) {
  const path = await mkdtemp('/tmp/usher-empty-')
  await pack(path)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

describe('given an empty folder, a packed SDK and a running Usher', () => {
  let usher: Usher
  beforeAll(async () => {
    usher = await useSharedUsher()
  })

  for (const { guide, pack } of SDKS) {
    describe(guide, async () => {
      const { value: folder, lack } = await unlessMissing(guide, () => packedInto(pack))
      test.skipIf(lack)(
        'when its guide is followed to the letter, then a queue, a guest, a verified webhook and a booking take less than five minutes',
        async () => {
          if (folder === undefined) throw new Error(lack)
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
    })
  }
})
