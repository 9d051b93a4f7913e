/// <reference types="astro/client" />

import { defineCollection } from 'astro:content'
import { fileURLToPath } from 'node:url'
import { docsSchema } from '@astrojs/starlight/schema'
import { readPages } from '../tools/site-pages.ts'

/** Pages come from the function that their Markdown twins come from, too. */
const docs = defineCollection({
  loader: {
    name: 'usher-docs',
    async load({ store, parseData, renderMarkdown, generateDigest, config }) {
      store.clear()
      for (const { id, title, description, body } of await readPages()) {
        const filePath = `src/content/docs/${id}.md`
        const fileURL = new URL(filePath, config.root)
        const data = await parseData({ id, data: { title, description }, filePath: fileURLToPath(fileURL) })
        const rendered = await renderMarkdown(body, { fileURL })
        store.set({ id, data, body, filePath, rendered, digest: generateDigest(body) })
      }
    },
  },
  schema: docsSchema(),
})

export const collections = { docs }
