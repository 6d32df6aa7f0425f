/** Places at which a test may end the process, as a cut of power would: each is a promise that could be broken just there. */
export const faultSites = ['beforeHandler', 'beforeCommit', 'afterCommit', 'duringPush', 'duringStart'] as const
export type FaultSite = (typeof faultSites)[number]
/** Called whenever the venue passes such a place. */
export type Pass = (site: FaultSite) => void

export const passOn: Pass = () => undefined

/** Ends the process when a place is passed for the nth time, told as `site:n`; told nothing, nothing ever happens. */
export function faultsOf(told: string | undefined): Pass {
  if (told === undefined || told === '') return passOn
  const [name = '', times = '1'] = told.split(':')
  let left = Number(times)
  return (site) => {
    if (site !== name) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}
