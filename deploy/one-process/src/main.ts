import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { startUsher } from './start-usher.ts'

await runProcess(() => readConfig(process.env), startUsher)
