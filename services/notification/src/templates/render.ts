import { Liquid } from 'liquidjs'
import type { Values } from './variables.ts'

/** No files, no prototypes, and an end to it: ms of rendering, objects made, characters parsed. */
const liquid = new Liquid({
  templates: {},
  ownPropertyOnly: true,
  renderLimit: 100,
  memoryLimit: 100_000,
  parseLimit: 10_000,
})

/** Fills a template in; what it does not know stays empty. */
export const render = (template: string, values: Values): string =>
  liquid.parseAndRenderSync(template, values)
