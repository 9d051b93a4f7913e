import { exampleOf } from './example-of.ts'
import type { Json } from './schemas.ts'

/** Examples of text answers, by media type. */
const TEXTS: Readonly<Record<string, string>> = {
  'text/event-stream':
    'id: 01h455vb4pex5vsknk084sn02q\nevent: queue.paused\ndata: {"queue_id":"q_01h455vb4pex5vsknk084sn02q"}\n\n',
  'text/csv': 'start,requests,errors\r\n2026-12-24T18:00:00Z,120,0\r\n',
  'application/jsonl': '{"number":1,"action":"createQueue","outcome":"accepted"}\n',
  'text/html': '<!doctype html><title>Google Calendar</title><p>The calendar is connected.</p>',
  'text/calendar': 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
  'text/xml': '<Response/>',
}

/** Adds an example to each success answer of a document; those of named schemas become shared components. */
export function withExamples(document: Json): Json {
  const { schemas, examples, ...components } = document.components as Record<string, Json>
  const shared: Json = { ...examples }
  for (const content of successContents(document.paths as Record<string, Record<string, Json>>)) {
    for (const [media, body] of Object.entries(content)) {
      const { schema } = body as { schema: Json }
      if (media !== 'application/json') body.example = TEXTS[media]
      else {
        const name = String(schema.$ref).replace('#/components/schemas/', '')
        shared[name] ??= { value: exampleOf(schema, schemas as Record<string, Json>) }
        body.examples = { [name]: { $ref: `#/components/examples/${name}` } }
      }
    }
  }
  return { ...document, components: { schemas, ...components, examples: shared } }
}

const successContents = (paths: Record<string, Record<string, Json>>): Record<string, Json>[] =>
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ responses }) =>
      Object.values(responses as Record<string, { content?: Record<string, Json> }>),
    )
    .flatMap(({ content }) => (content ? [content] : []))
