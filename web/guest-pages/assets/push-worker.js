// Shows messages to a guest, and opens their page when one is pressed.

addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json()
  event.waitUntil(registration.showNotification(title, { body, tag, data: url }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

/** @param path page of the guest; null: none */
async function open(path) {
  const url = path && new URL(path, location.origin)
  if (!url || url.origin !== location.origin) return
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => new URL(one.url).pathname === url.pathname)
  await (page ? page.focus() : clients.openWindow(url.href))
}
