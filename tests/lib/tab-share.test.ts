import { leadAmongTabs } from '#src/lib/tab-share.ts'
import { expect, test, vi } from 'vitest'

/** The locks of a browser, as far as they are used: who asks first holds it, the next one comes when it is given up. */
const someLocks = () => {
  const queues = new Map<string, (() => void)[]>()
  return {
    request: async (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      const turn = new Promise<void>((resolve) => queue.push(resolve))
      if (queue.length === 1) queue[0]?.()
      await turn
      if (!signal.aborted) await work()
      queue.shift()
      queue[0]?.()
    },
  }
}

test('CHAT-76 one tab leads at a time, and the next one when it is closed; another name is another lead', async () => {
  vi.stubGlobal('navigator', { locks: someLocks() })
  const led: string[] = []
  const tabs = ['one', 'two', 'three'].map((tab) => ({ tab, stop: new AbortController() }))
  for (const { tab, stop } of tabs) leadAmongTabs('outbox.7', stop.signal, () => led.push(tab))
  leadAmongTabs('outbox.8', new AbortController().signal, () => led.push('other account'))
  await vi.waitFor(() => expect(led).toEqual(['one', 'other account']))
  tabs[1]?.stop.abort()
  tabs[0]?.stop.abort()
  await vi.waitFor(() => expect(led).toEqual(['one', 'other account', 'three']))
  vi.unstubAllGlobals()
})
