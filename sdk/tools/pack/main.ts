import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runMain, SetupError } from '@usher/local'
import { packGo } from './go.ts'
import { packNode } from './node.ts'
import { packPython } from './python.ts'

const PACKERS = { node: packNode, python: packPython, go: packGo }

type Language = keyof typeof PACKERS

const isLanguage = (name: string): name is Language => Object.hasOwn(PACKERS, name)

/** `npm run sdk:pack -- FOLDER [node|python|go …]`: writes the SDKs as they are published; all of them by default. */
await runMain(async () => {
  const [folder, ...names] = parseArgs({ allowPositionals: true }).positionals
  const languages = names.length === 0 ? Object.keys(PACKERS) : names
  if (folder === undefined || !languages.every(isLanguage))
    throw new SetupError('Usage: npm run sdk:pack -- FOLDER [node|python|go …]')
  await mkdir(folder, { recursive: true })
  for (const language of languages) process.stdout.write(`${await PACKERS[language](resolve(folder))}\n`)
  return 0
}, 130)
