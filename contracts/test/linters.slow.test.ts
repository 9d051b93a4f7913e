import { Parser } from '@asyncapi/parser'
import { asyncApiDocument, WEBHOOK_EVENT_TYPES } from '@usher/contracts'
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
