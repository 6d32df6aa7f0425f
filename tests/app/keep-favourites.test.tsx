import type { Reply } from '#contract/wire/reply.ts'
import { keepFavourites } from '#src/app/keep-favourites.ts'
import { firstSettings, useSettings } from '#src/stores/settings.ts'
import { useSession } from '#src/stores/session.ts'
import { aRefusal } from '#tests/support/builders/failure.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

type Sent = { readonly markets: readonly string[]; readonly answer: (reply: Reply<unknown> | null) => Promise<void> }
/** A browser in which one account is logged in; the venue knows of these favourites. */
const open = (known: readonly string[] | null, chosen: Partial<typeof firstSettings> = {}) => {
  vi.useFakeTimers()
  localStorage.clear()
  useSettings.getState().set({ ...firstSettings, ...chosen })
  const enter = (favourites: readonly string[] | null, id = 1) =>
    useSession.setState({
      phase: 'in',
      token: 't',
      user: aUser({ id, favourites: favourites === null ? null : [...favourites] }),
      login: id,
    })
  enter(known)
  const sent: Sent[] = []
  const begin = () => {
    const stop = keepFavourites((markets) => {
      const { promise, resolve } = Promise.withResolvers<Reply<unknown> | null>()
      const answer = async (reply: Reply<unknown> | null) => {
        resolve(reply)
        await vi.advanceTimersByTimeAsync(0)
      }
      sent.push({ markets, answer })
      return promise
    })
    onTestFinished(stop)
    return stop
  }
  const stop = begin()
  onTestFinished(() => void vi.useRealTimers())
  return {
    sent,
    enter,
    begin,
    stop,
    star: (...favourites: readonly string[]) => useSettings.getState().set({ favourites }),
    calm: () => vi.advanceTimersByTimeAsync(600),
    held: () => useSettings.getState().favourites,
  }
}
const done: Reply<unknown> = { ok: true, value: null }

test('T45 what another device has kept is taken, at the login and when it changes', () => {
  const { held, enter, sent } = open(['BTC-USDT'], { favourites: ['ETH-USDT'] })
  expect(held()).toEqual(['BTC-USDT'])
  enter(['BTC-USDT', 'SOL-USDT'])
  expect([held(), sent]).toEqual([['BTC-USDT', 'SOL-USDT'], []])
})
test('T45 stars are sent when they are calm, together, and what comes meanwhile is sent after them', async () => {
  const { star, calm, sent, enter, held } = open(['BTC-USDT'])
  star('BTC-USDT', 'ETH-USDT')
  star('ETH-USDT')
  await calm()
  expect(sent.map(({ markets }) => markets)).toEqual([['ETH-USDT']])
  star('ETH-USDT', 'SOL-USDT')
  await calm()
  enter(['ETH-USDT'])
  expect(held()).toEqual(['ETH-USDT', 'SOL-USDT'])
  await sent[0]?.answer(done)
  expect(sent.map(({ markets }) => markets)).toEqual([['ETH-USDT'], ['ETH-USDT', 'SOL-USDT']])
  await sent[1]?.answer(done)
  enter(['ETH-USDT', 'SOL-USDT'])
  expect([held(), sent.length]).toEqual([['ETH-USDT', 'SOL-USDT'], 2])
})
test('T45 what was not sent outlives the page, and is newer than what the venue has', () => {
  const { star, stop, begin, sent, enter, held } = open(['BTC-USDT'])
  star('ETH-USDT')
  stop()
  enter(['BTC-USDT'])
  begin()
  expect([held(), sent.map(({ markets }) => markets)]).toEqual([['ETH-USDT'], [['ETH-USDT']]])
})
test('T45 a refused list is not sent again; what the venue has is taken', async () => {
  const { star, calm, sent, held } = open(['BTC-USDT'])
  star('ETH-USDT')
  await calm()
  await sent[0]?.answer({ ok: false, failure: aRefusal('not_found') })
  expect([held(), sent.length]).toEqual([['BTC-USDT'], 1])
})
test('T45 what was kept before the first login goes to the account, never to somebody else who logs in after it', async () => {
  const { calm, sent, held, enter } = open(null, { favourites: ['ETH-USDT'] })
  await calm()
  expect([held(), sent.map(({ markets }) => markets)]).toEqual([['ETH-USDT'], [['ETH-USDT']]])
  await sent[0]?.answer(done)
  enter(null, 2)
  await calm()
  expect([held(), sent.length]).toEqual([[], 1])
})
