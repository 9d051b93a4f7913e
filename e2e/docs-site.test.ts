import type { SharedDocs } from '@usher/local'
import { askOnDemand } from '@usher/test-kit'
import { beforeAll, describe, expect, test } from 'vitest'
import { useSharedUsher } from './shared-usher.ts'

let url: string
beforeAll(async () => {
  const [usher] = await Promise.all([useSharedUsher(), askOnDemand<SharedDocs>('/docs')])
  url = usher.stack.url
})

const read = async (path: string) => {
  const answer = await fetch(url + path)
  return { status: answer.status, text: await answer.text() }
}

describe('given a running Usher with its documentation', () => {
  test('when anyone follows the list for programs, then each page is there as Markdown and as a page', async () => {
    const list = (await read('/llms.txt')).text
    const paths = [...list.matchAll(/\]\((\/docs\/\S+)\.md\)/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(1)
    for (const path of paths) {
      const twin = await read(`${path}.md`)
      expect([path, twin.status]).toEqual([path, 200])
      const title = /^# (.+)/.exec(twin.text)?.[1] ?? 'none'
      const page = await read(path.replace(/\/index$/, ''))
      expect([path, page.status, page.text.includes(`<title>${title}`)]).toEqual([path, 200, true])
    }
  })
})
