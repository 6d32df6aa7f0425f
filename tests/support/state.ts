import type { Venue } from '#server/venue.ts'

/** All rows in memory as one text per table, to compare the state before and after a restart (L16). */
export const stateOf = ({ ctx: { tables } }: Venue) =>
  Object.entries(tables).map(([name, table]) => {
    const rows: unknown[] = [...table.all()]
    return `${name} ${rows
      .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
      .toSorted()
      .join('\n')}`
  })
