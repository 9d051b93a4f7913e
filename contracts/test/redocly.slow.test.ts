import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openApiDocument } from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'

test("the OpenAPI document passes Redocly's recommended rules without errors or warnings", async () => {
  const source = JSON.stringify(openApiDocument('https://usher.example', recordedExamples()))
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(found.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([])
})
