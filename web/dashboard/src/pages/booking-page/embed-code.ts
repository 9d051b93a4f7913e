/** The code that shows the booking page, or one service of it, in another site. */
export function embedCode(url: string, serviceId: string | undefined): string {
  const { origin, pathname } = new URL(url)
  const slug = pathname.split('/').at(-1)
  const script = `<script async src="${origin}/embed.js"`
  if (serviceId === undefined) return `${script} data-usher-book="${slug}"></script>`
  return `<div data-usher-book="${slug}" data-service="${serviceId}"></div>\n${script}></script>`
}
