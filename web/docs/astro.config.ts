import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { GUIDES } from './tools/guides.ts'
import { readPages } from './tools/site-pages.ts'

const reference = (await readPages()).filter(({ id }) => id.startsWith('reference'))

export default defineConfig({
  base: '/docs',
  trailingSlash: 'never',
  // The content policy allows no inline styles.
  build: { inlineStylesheets: 'never' },
  vite: {
    build: { assetsInlineLimit: 0 },
    environments: { prerender: { resolve: { noExternal: ['cookie'] } } },
  },
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Usher',
      logo: { src: './public/favicon.svg', alt: '' },
      components: { PageTitle: './src/components/PageTitle.astro', Head: './src/components/Head.astro' },
      expressiveCode: {
        themes: ['github-dark-default', 'github-light-default'],
        styleOverrides: { borderRadius: '0.5rem' },
      },
      tableOfContents: { maxHeadingLevel: 3 },
      favicon: '/favicon.svg',
      customCss: ['./src/styles/brand.css'],
      sidebar: [
        { label: 'Guides', items: GUIDES.map((name) => ({ slug: `guides/${name}` })) },
        {
          label: 'Reference',
          items: [
            ...reference.map(({ id }) => ({ slug: id })),
            { label: 'Try the API', link: '/reference/try' },
          ],
        },
      ],
    }),
  ],
})
