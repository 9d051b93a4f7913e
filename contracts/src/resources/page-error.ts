import { z } from 'zod'
import { line } from '../text.ts'

/** Words between slashes; `:id` stands for what differs. Ids, tokens and queries do not fit. */
const PAGE_PATH = /^\/[a-z/:-]*$/

/** A place in a file of the dashboard. Names of functions are left out. */
const FRAME = /^\/[\w./-]+:\d+:\d+$/

/** An error of the dashboard, without anything personal. */
export const pageErrorSchema = z
  .strictObject({
    message: line(300).meta({ description: 'Without quoted text, numbers and addresses' }),
    stack: z.array(z.string().max(200).regex(FRAME)).max(30).meta({ description: 'Innermost first' }),
    path: z.string().max(200).regex(PAGE_PATH).meta({ description: 'Page, without ids and query' }),
    version: line(40).meta({ description: 'Version of the dashboard' }),
  })
  .meta({
    id: 'PageError',
    examples: [
      {
        message: "TypeError: Cannot read properties of undefined (reading 'name')",
        stack: ['/assets/index-B1GTx1N.js:1:2345'],
        path: '/queues/:id',
        version: '0.1.0',
      },
    ],
  })
