import { afterAll, beforeEach, expect } from '@jest/globals'
import { dropInfrastructure } from './infrastructure.ts'

// A test that asserts nothing cannot fail.
beforeEach(() => {
  expect.hasAssertions()
})

afterAll(dropInfrastructure)
