// Tells the page around a frame how high this one is, so that it needs no scroll bar of its own.

/** The origin of the page around, once its script has said that it listens. */
let around: string | undefined

const height = () => Math.ceil(document.documentElement.getBoundingClientRect().height)

/** @param isNew whether another page is shown, so that its top should be seen */
function tell(isNew: boolean) {
  // Nothing is laid out in a hidden tab.
  if (around === undefined || height() === 0) return
  parent.postMessage({ usher: 'size', height: height(), title: document.title, isNew }, around)
}

addEventListener('message', ({ data, source, origin }) => {
  // The policy of this page lets only sites of the organisation be around it.
  if (source !== parent || data?.usher !== 'hello') return
  around = origin
  tell(false)
})

// Not the body: a form's answer replaces it.
new ResizeObserver(() => tell(false)).observe(document.documentElement)
new MutationObserver(() => tell(true)).observe(document.documentElement, { childList: true })
