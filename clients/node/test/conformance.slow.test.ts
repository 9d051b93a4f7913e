import { startDriver } from './conformance/driver.ts'
import { describeConformance } from './conformance/suite.ts'

const driver = new URL('./conformance/drivers/node.mjs', import.meta.url).pathname

describeConformance('Node SDK', async () => startDriver(process.execPath, [driver]))
