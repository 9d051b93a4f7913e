import { join } from 'node:path'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import moment from 'moment-timezone/moment-timezone-utils.js'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import packageJson from './package.json' with { type: 'json' }

/** Years whose times the dashboard tells exactly. */
const YEARS = [2020, 2037] as const

/** Leaves those years of the zone data: all of it would be four times the size of the app. */
const zonePlugin = (): Plugin => ({
  name: 'zone-years',
  enforce: 'pre',
  transform: {
    filter: { id: /moment-timezone\/data\/packed\/latest\.json$/ },
    handler(code) {
      const { version, zones, links } = JSON.parse(code)
      const kept = moment.tz.filterLinkPack({ version, zones: zones.map(moment.tz.unpack), links }, ...YEARS)
      return JSON.stringify({ version, zones: kept.zones, links: kept.links })
    },
  },
})

// Lingui recommends its native transform, whose binary npm does not install under Node 20.
process.env.LINGUI_SUPPRESS_BABEL_WARNING = '1'

const folder = { cwd: import.meta.dirname }

/** Makes messages of the words in the source, and compiles the catalogues with their translations. */
const wordPlugins = () => [
  babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(folder) }, folder)] }),
  lingui({ ...folder, failOnCompileError: true }),
]

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
