/**
 * Sites at which a test may kill the process, as a power cut would; at each of them a durability guarantee could break.
 */
export const failpointSites = [
  'beforeHandler',
  'beforeCommit',
  'afterCommit',
  'duringPush',
  'duringStart',
  'afterTrigger',
  'betweenTriggerAndPut',
  'duringSweep',
  'duringGrow',
] as const
/** Sites of a store on another machine. */
export const logSites = ['beforeAppend', 'afterAppend', 'duringProjection'] as const
type FailpointSite = (typeof failpointSites)[number] | (typeof logSites)[number]
/** Called whenever the venue passes a site. */
export type Failpoint = (site: FailpointSite) => void

export const noFailpoint: Failpoint = () => undefined

/**
 * Kills the process when a site is passed for the nth time; `setting` is `site:n`. Without a setting it does nothing.
 */
export function failpointsOf(setting: string | undefined): Failpoint {
  if (setting === undefined || setting === '') return noFailpoint
  const [name = '', times = '1'] = setting.split(':')
  let remaining = Number(times)
  return (site) => {
    if (site !== name) return
    remaining -= 1
    if (remaining === 0) process.kill(process.pid, 'SIGKILL')
  }
}
