import type { Venue } from '#server/venue.ts'

/** All rows in memory, one text for each table: what a restart loads must be what was there before it. */
export const stateOf = ({ ctx: { tables } }: Venue) =>
  Object.entries(tables).map(([name, table]) => {
    const rows: unknown[] = [...table.all()]
    return `${name} ${rows.map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))).toSorted().join('\n')}`
  })
