/** Pages without Markdown: the one that says that a page is not there, and the console. */
const WITHOUT = ['404', 'reference/try']

/** Address of a page as Markdown; undefined if there is none. */
export const twinOf = ({ id }: { readonly id: string }): string | undefined =>
  WITHOUT.includes(id) ? undefined : `/docs/${id || 'index'}.md`
