import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import packageJson from './package.json' with { type: 'json' }
import { wordPlugins } from './word-plugins.ts'
import { zonePlugin } from './zone-plugin.ts'

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version) },
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../../node_modules/.cache/vite'),
  plugins: [
    react(),
    ...wordPlugins(),
    zonePlugin(),
    // What the gateway sends to whoever takes it; the page itself differs with every answer.
    compression({
      include: /\.(js|css|svg)$/,
      algorithms: [defineAlgorithm('gzip', { level: 9 }), defineAlgorithm('brotliCompress')],
    }),
  ],
  build: {
    // Under a Content-Security-Policy that allows no data: URL.
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Small files would each be a request: one file holds the app and the board, another what most pages share.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 9 },
          ],
        },
      },
    },
  },
})
