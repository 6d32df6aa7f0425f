import type { Client, Place } from './connect.ts'

/** The connection of one that follows bears a name that tells the leader of it. */
export const followerName = ({ shard }: Place, hears: boolean) => `follow-${shard}-${hears ? 'hears' : 'deaf'}`
/** Whether somebody follows; `isHearing`: one who hears gateways. */
export async function isFollowed(client: Pick<Client, 'query'>, place: Place, isHearing = false): Promise<boolean> {
  const names = [true, ...(isHearing ? [] : [false])].map((hears) => `kontor-${followerName(place, hears)}`)
  const { rows } = await client.query<{ n: number }>({
    name: 'followed',
    text: `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY($1)`,
    values: [names],
  })
  return (rows[0]?.n ?? 0) > 0
}
