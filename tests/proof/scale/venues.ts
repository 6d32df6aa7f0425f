import { startChild, type Child } from '#tests/proof/venue-child.ts'

export const sleep = (ms: number) => new Promise((next) => setTimeout(next, ms))

/** Venues that are started anew whenever they end, as a supervisor would. */
export function createVenues(folder: string, env: NodeJS.ProcessEnv) {
  const children = new Set<Child>()
  const end = new AbortController()
  const said: string[] = []
  const keep = async (): Promise<void> => {
    for (;;) {
      const child = await startChild(folder, '', { ...env, ROLES: 'venue' }, { signal: end.signal })
      children.add(child)
      await child.gone
      children.delete(child)
      if (child.said() !== '') said.push(child.said())
      if (end.signal.aborted) return
      await sleep(200)
    }
  }
  const running = [keep(), keep()]
  const stateOf = async ({ url }: Child) =>
    url === null
      ? ''
      : fetch(`${url}readyz`, { signal: AbortSignal.timeout(300) }).then(
          (answer) => answer.text(),
          () => '',
        )
  const inState = async (state: string): Promise<Child[]> => {
    const all = await Promise.all([...children].map(async (child) => ({ child, state: await stateOf(child) })))
    return all.filter((each) => each.state === state).map(({ child }) => child)
  }
  return {
    states: () =>
      Promise.all([...children].map(async (child) => ({ pid: child.pid, state: (await stateOf(child)) || 'starts' }))),
    leader: async () => (await inState('leads'))[0],
    isWhole: async () => (await inState('leads')).length === 1 && (await inState('waits to lead')).length === 1,
    said,
    stop: async () => {
      end.abort()
      await Promise.all(running)
    },
  }
}
