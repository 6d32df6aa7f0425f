/** Places at which a test may end the process, as a cut of power would: each is a promise that could be broken just there. */
export const failpointSites = ['beforeHandler', 'beforeCommit', 'afterCommit', 'duringPush', 'duringStart'] as const
export type FailpointSite = (typeof failpointSites)[number]
/** Called whenever the venue passes such a place. */
export type Failpoint = (site: FailpointSite) => void

export const noFailpoint: Failpoint = () => undefined

/** Ends the process when a place is passed for the nth time, told as `site:n`; told nothing, nothing ever happens. */
export function failpointsOf(told: string | undefined): Failpoint {
  if (told === undefined || told === '') return noFailpoint
  const [name = '', times = '1'] = told.split(':')
  let left = Number(times)
  return (site) => {
    if (site !== name) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}
