/**
 * Of a path of which only some rows are ever looked for, their index: one of all would grow with history and be written
 * with each row.
 */
export const partOf = (path: readonly string[]): string | null =>
  ({ live: '(id) WHERE live = 1', spent: '(spent) WHERE spent IS NOT NULL' })[path.join()] ?? null
