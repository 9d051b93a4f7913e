import { writeBaselines } from './baselines.ts'

const written = await writeBaselines()
console.log(`Written: ${written.join(', ')}`)
