import { opsMain } from '@usher/service-kit'
import { accountsOps } from './ops/definition.ts'

await opsMain(accountsOps)
