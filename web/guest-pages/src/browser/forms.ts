// Sends forms without leaving the page: if the connection is lost, what was typed is still there.
// Without this script the browser sends them, with the same outcome.

const WAIT_MS = 15_000

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  const button = event.submitter as HTMLButtonElement | null
  // Old browsers do not tell which button was pressed.
  // One that leaves the frame is sent by the browser.
  if (form.getAttribute('method') !== 'post' || form.target || !button) return
  event.preventDefault()
  // Send a form only once, however often its button is pressed.
  if (form.hasAttribute('aria-busy')) return
  form.setAttribute('aria-busy', 'true')
  form.querySelector('[data-unsent]')?.remove()
  send(form, button)
})

/** A form may be sent again after any failure: the key in it makes it count once. */
async function send(form: HTMLFormElement, button: HTMLButtonElement) {
  // They have fields of text alone.
  const body = new URLSearchParams([...new FormData(form)] as [string, string][])
  if (button.name) body.append(button.name, button.value)
  try {
    // Not form.action, which is a button of that name where there is one.
    const answer = await fetch(form.getAttribute('action') ?? location.href, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout?.(WAIT_MS),
    })
    if (answer.redirected) return location.assign(answer.url)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const isRetryable = answer.status === 429 || answer.status >= 500
    // Nothing came of it: the next attempt may say something else.
    if (answer.status === 429) delete form.dataset.sent
    if (isRetryable) complain(button, page.querySelector('.notice.bad, .lead')?.textContent)
    else showPage(page, answer.url)
  } catch {
    complain(button)
  }
  form.removeAttribute('aria-busy')
}

/** Says below the button why the form could not be sent. */
function complain(button: HTMLButtonElement, text = document.body.dataset.notSent ?? '') {
  const notice = document.createElement('p')
  notice.className = 'notice bad'
  notice.dataset.unsent = ''
  notice.setAttribute('role', 'alert')
  notice.textContent = text
  const place = button.closest('.choices') ?? button
  // News may have replaced the form in the meantime.
  if (place.isConnected) place.after(notice)
  else document.querySelector('main')?.prepend(notice)
  notice.scrollIntoView({ block: 'nearest' })
}

/** Shows a page that came in answer to a form, such as the same form with its faults. */
function showPage(page: Document, url: string) {
  const { title, body, documentElement: root } = page
  history.replaceState(null, '', url)
  Object.assign(document.documentElement, { lang: root.lang, dir: root.dir })
  document.title = title
  document.body.replaceWith(body)
  scrollTo(0, 0)
  document.querySelector<HTMLElement>('[autofocus]')?.focus()
}

// A page restored from the back/forward cache is outdated.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
