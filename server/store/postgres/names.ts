export const columnTypes = { int: 'bigint', text: 'text COLLATE "C"' } as const
const plainName = /^[a-z][a-zA-Z0-9_]*$/
export const quoted = (name: string) => {
  if (!plainName.test(name)) throw new Error(`not a plain name: ${name}`)
  return `"${name}"`
}
export const tableName = (name: string) => quoted(`t_${name}`)
/** The types of lists of such values. */
export const arrays = { int: 'bigint[]', text: 'text[]' } as const
