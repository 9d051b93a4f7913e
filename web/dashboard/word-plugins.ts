import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'

// Lingui recommends its native transform, whose binary npm does not install under Node 20.
process.env.LINGUI_SUPPRESS_BABEL_WARNING = '1'

const folder = { cwd: import.meta.dirname }

/** Makes messages of the words in the source, and compiles the catalogues with their translations. */
export const wordPlugins = () => [
  babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(folder) }, folder)] }),
  lingui({ ...folder, failOnCompileError: true }),
]
