// Shows a booking page in a frame as high as what it shows, in a page of somebody else:
// <script async src="https://…/embed.js" data-usher-book="SLUG"></script> where it should be, or anywhere,
// with <div data-usher-book="SLUG"></div>. data-service and data-lang are optional.
;(() => {
  const own = document.currentScript as HTMLScriptElement | null
  if (!own) return
  const { origin } = new URL(own.src)

  function place(element: HTMLElement) {
    const { usherBook = '', service, lang } = element.dataset
    element.dataset.usherPlaced = ''
    const frame = document.createElement('iframe')
    const path = [usherBook, ...(service ? [service] : [])].map(encodeURIComponent).join('/')
    frame.src = `${origin}/book/${path}?embed=1${lang ? `&lang=${encodeURIComponent(lang)}` : ''}`
    frame.title = 'Booking'
    frame.loading = 'lazy'
    frame.dataset.usherFrame = ''
    // As the least height too, so that a flex container cannot shrink it.
    frame.style.cssText = 'display:block;border:0;width:100%;min-width:0;height:32rem'
    let isFirst = true
    frame.addEventListener('load', () => {
      frame.contentWindow?.postMessage({ usher: 'hello' }, origin)
      if (!isFirst) showTop(frame)
      isFirst = false
    })
    if (element instanceof HTMLScriptElement) element.after(frame)
    else element.append(frame)
  }

  /** Shows the top of a page that came after another one. */
  function showTop(frame: HTMLIFrameElement) {
    if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
  }

  addEventListener('message', (event) => {
    if (event.origin !== origin || event.data?.usher !== 'size') return
    const frames = document.querySelectorAll<HTMLIFrameElement>('iframe[data-usher-frame]')
    const frame = [...frames].find(({ contentWindow }) => contentWindow === event.source)
    const { height, title, isNew } = event.data
    if (!frame || !(height > 0)) return
    frame.style.height = frame.style.minHeight = `${height}px`
    frame.title = String(title)
    if (isNew) showTop(frame)
  })

  const placeAll = () =>
    document.querySelectorAll<HTMLElement>('[data-usher-book]:not([data-usher-placed])').forEach(place)
  placeAll()
  // Pages add elements later, too.
  new MutationObserver(placeAll).observe(document.documentElement, { childList: true, subtree: true })
})()
