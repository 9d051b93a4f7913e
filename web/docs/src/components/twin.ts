/** Address of a page as Markdown; undefined for the page that says that there is none. */
export const twinOf = ({ id }: { readonly id: string }): string | undefined =>
  id === '404' ? undefined : `/docs/${id || 'index'}.md`
