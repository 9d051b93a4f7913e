/** What has a name as the choices of a select, after the choice of none or all of them. */
export const optionsOf = (all: readonly { id: string; name: string }[], none?: string) => [
  ...(none === undefined ? [] : [{ value: '', label: none }]),
  ...all.map(({ id, name }) => ({ value: id, label: name })),
]
