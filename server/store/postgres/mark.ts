import type { Client } from './connect.ts'

type Query = Pick<Client, 'query'>

/** Up to which group the tables are; `FOR UPDATE` holds it there until the transaction of the caller ends. */
export async function readMark(client: Query, held: '' | 'FOR UPDATE' = ''): Promise<number> {
  const {
    rows: [mark],
  } = await client.query<{ n: number }>(`SELECT n FROM mark WHERE id = 1 ${held}`)
  return mark?.n ?? 0
}
/** Moves the mark; false if it is not where it is thought to be. */
export async function moveMark(client: Query, from: number, to: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'mark',
    text: 'UPDATE mark SET n = $1, at = clock_timestamp() WHERE id = 1 AND n = $2',
    values: [to, from],
  })
  return rowCount === 1
}
