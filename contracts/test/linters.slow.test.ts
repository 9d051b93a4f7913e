import { Parser } from '@asyncapi/parser'
import spectral, { type ISpectralDiagnostic, type RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { asyncApiDocument, openApiDocument, WEBHOOK_EVENT_TYPES } from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'
import { describe, expect, test } from 'vitest'

/** Severity of Spectral, by which AsyncAPI's parser goes too: 0 is an error; those above are information. */
const WARNING = 1

describe('given the AsyncAPI document', () => {
  test("when AsyncAPI's parser reads it, then its recommended rules find no error and no warning", async () => {
    const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncApiDocument()))
    expect(diagnostics.filter(({ severity }) => severity <= WARNING)).toEqual([])
    expect(document?.allMessages().length).toBe(WEBHOOK_EVENT_TYPES.length)
  })
})

/** Spectral takes any object with `type` and `example` for a schema, also in the payload of an example. */
const isOfPayload = ({ code, path }: ISpectralDiagnostic): boolean =>
  code === 'oas3-valid-schema-example' && path[path.indexOf('examples') + 2] === 'value'

describe('given the OpenAPI document', () => {
  const source = JSON.stringify(openApiDocument('https://usher.example', recordedExamples()))

  test("when Spectral's rules for OpenAPI go over it, then they find nothing", async () => {
    const linter = new spectral.Spectral()
    linter.setRuleset({ extends: [[oas as unknown as RulesetDefinition, 'recommended']] })
    const found = (await linter.run(source)).filter((finding) => !isOfPayload(finding))
    expect(found.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
  })
})
