import type { Client } from './connect.ts'
import type { Young } from './overlay.ts'

type Query = Pick<Client, 'query'>

/** Up to which group the tables are; `FOR UPDATE` holds it there until the transaction of the caller ends. */
export async function readMark(client: Query, held: '' | 'FOR UPDATE' = ''): Promise<number> {
  const {
    rows: [mark],
  } = await client.query<{ n: number }>(`SELECT n FROM mark WHERE id = 1 ${held}`)
  return mark?.n ?? 0
}
/**
 * Moves the mark beyond these groups, with the latest instant of their events; false if it is not where it is thought
 * to be.
 */
export async function moveMark(client: Query, from: number, groups: readonly Young[]): Promise<boolean> {
  const last = Math.max(0, ...groups.map(({ group }) => group.events.at(-1)?.at ?? 0))
  const { rowCount } = await client.query({
    name: 'mark',
    text: 'UPDATE mark SET n = $1, last = greatest(last, $3), at = clock_timestamp() WHERE id = 1 AND n = $2',
    values: [groups.at(-1)?.n ?? from, from, last],
  })
  return rowCount === 1
}
