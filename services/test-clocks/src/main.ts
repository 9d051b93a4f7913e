import { setPriority } from 'node:os'
import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { testClocksService } from './service.ts'

/** The lowest: live data goes first on a machine that is busy. */
const PRIORITY = 19

setPriority(PRIORITY)
await runProcess(() => readConfig(process.env), testClocksService.start)
