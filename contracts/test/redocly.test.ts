import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openApiDocument } from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'

test("given the OpenAPI document, when Redocly's recommended rules go over it, then they find no error and no warning", async () => {
  const source = JSON.stringify(openApiDocument('https://usher.example', recordedExamples()))
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(found.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([])
})
