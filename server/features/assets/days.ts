const dayMs = 86_400_000
/** Days since the epoch, in UTC. */
export const dayOf = (atMs: number) => Math.floor(atMs / dayMs)
export const startOf = (day: number) => day * dayMs
export const dayText = (day: number) => new Date(startOf(day)).toISOString().slice(0, 10)
export const dayIn = (text: string) => dayOf(Date.parse(`${text}T00:00:00Z`))
