import type { Tryable } from './tryable.ts'

/**
 * The form of the page "Try the API": shows the fields of the chosen operation, sends it, and prints the answer as it
 * arrives. The key stays in its field, and goes nowhere but to this Usher.
 */
export async function startTrying(): Promise<void> {
  const form = elementOf('try', HTMLFormElement)
  const operations: Tryable[] = await (await fetch('/docs/reference/operations.json')).json()
  const choice = elementOf('operation', HTMLSelectElement)
  const stop = elementOf('stop', HTMLButtonElement)
  choice.replaceChildren(...groupsOf(operations))
  const chosen = (): Tryable => operations.find(({ id }) => id === choice.value) ?? (operations[0] as Tryable)
  let running = new AbortController()

  const wanted = new URLSearchParams(location.search).get('operation')
  if (operations.some(({ id }) => id === wanted)) choice.value = wanted ?? ''
  showFields(chosen())
  choice.addEventListener('change', () => {
    running.abort()
    stop.disabled = true
    history.replaceState(null, '', `?operation=${choice.value}`)
    showFields(chosen())
  })
  stop.addEventListener('click', () => {
    running.abort()
    stop.disabled = true
    print('Stopped.')
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    running.abort()
    running = new AbortController()
    const { signal } = running
    stop.disabled = false
    await send(chosen(), new FormData(form), signal)
    if (!signal.aborted) stop.disabled = true
  })
}

function groupsOf(operations: readonly Tryable[]): HTMLElement[] {
  return [...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, list]) => {
    const group = document.createElement('optgroup')
    group.label = tag
    group.append(...list.map(({ id, summary }) => new Option(summary, id)))
    return group
  })
}

function showFields({ method, path, link, parameters, body }: Tryable): void {
  elementOf('address', HTMLElement).textContent = `${method} ${path}`
  elementOf('description', HTMLAnchorElement).href = link
  elementOf('parameters', HTMLElement).replaceChildren(
    ...parameters.map(({ name, in: place, required, description }) => {
      const input = document.createElement('input')
      Object.assign(input, { name: `${place}.${name}`, required, autocomplete: 'off' })
      const label = document.createElement('label')
      const note = document.createElement('small')
      note.textContent = description
      label.append(required ? name : `${name} (optional)`, input, note)
      return label
    }),
  )
  const field = elementOf('body', HTMLTextAreaElement)
  field.value = body ?? ''
  field.rows = field.value.split('\n').length + 1
  elementOf('body-label', HTMLElement).hidden = body === undefined
  print('', '')
}

async function send(operation: Tryable, data: FormData, signal: AbortSignal): Promise<void> {
  const { method, path, parameters, body } = operation
  const fieldOf = (name: string): string => String(data.get(name) ?? '').trim()
  const place = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(fieldOf(`path.${name}`)))
  const query = parameters
    .filter((one) => one.in === 'query' && fieldOf(`query.${one.name}`) !== '')
    .map(({ name }) => [name, fieldOf(`query.${name}`)])
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const content = body === undefined ? '' : fieldOf('body')
  print('Sending …', '')
  try {
    const response = await fetch(place + search, {
      method,
      // The session of somebody who is signed in is not used: only the key counts.
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${fieldOf('key')}`,
        ...(content && { 'content-type': 'application/json' }),
      },
      ...(content && { body: content }),
      signal,
    })
    await printAnswer(response)
  } catch (error) {
    // Whoever aborted it has printed something else.
    if (!signal.aborted) print(`Not sent: ${(error as Error).message}`)
  }
}

/** A stream of events has no end: what came is shown at once. */
async function printAnswer(response: Response): Promise<void> {
  const status = `${response.status} ${response.statusText}`
  let text = ''
  print(status, text)
  const parts = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await parts?.read(); part && !part.done; part = await parts?.read()) {
    text += part.value
    print(status, text)
  }
  print(status, readable(text))
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** @param text what stands already stays if undefined */
function print(status: string, text?: string): void {
  elementOf('status', HTMLElement).textContent = status
  const answer = elementOf('answer', HTMLElement)
  if (text !== undefined) answer.textContent = text
  answer.hidden = answer.textContent === ''
}

function elementOf<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no ${id}.`)
  return element
}
