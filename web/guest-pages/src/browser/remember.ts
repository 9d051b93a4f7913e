// Keeps the details of a customer on their device, if they tick the box, and fills them in the next time.

const KEY = 'usher-details'
const NAMES = ['name', 'phone', 'email']

const read = (): Record<string, string> | null => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null')
  } catch {
    // Some browsers keep nothing in a frame.
    return null
  }
}

function write(details: Record<string, string> | null) {
  try {
    if (details) localStorage.setItem(KEY, JSON.stringify(details))
    else localStorage.removeItem(KEY)
  } catch {
    // It is remembered nowhere.
  }
}

const fieldsOf = (form: HTMLFormElement) =>
  NAMES.flatMap((name) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? [])

function show() {
  const box = document.querySelector<HTMLElement>('[data-remember][hidden]')
  const form = box?.closest('form')
  const tick = box?.querySelector('input')
  const forget = box?.querySelector('button')
  if (!box || !form || !tick || !forget) return
  box.hidden = false
  const known = read()
  tick.checked = known !== null
  forget.hidden = known === null
  for (const field of fieldsOf(form)) field.value ||= known?.[field.name] ?? ''
  forget.addEventListener('click', () => {
    write(null)
    tick.checked = false
    forget.hidden = true
    for (const field of fieldsOf(form)) field.value = ''
    tick.focus()
  })
  form.addEventListener('submit', () =>
    write(tick.checked ? Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value])) : null),
  )
}

show()
// The answer to a form replaces the body.
new MutationObserver(show).observe(document.documentElement, { childList: true })
