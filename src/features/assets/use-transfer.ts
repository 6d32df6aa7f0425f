import { assets } from '#contract/assets/assets.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import { percentOf, tidyDecimal } from '#src/lib/amount.ts'
import { useDraft } from '#src/lib/draft.ts'
import { useBackPath } from '#src/lib/back-path.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useReview } from '#src/parts/trade/use-review.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { loading } from '#streams/kit/live.ts'
import { accountOrder } from './holdings.ts'
import { accountIn, idIn } from './links.ts'
import { accountsIn, afterOf, coinsFor, freeIn, problemOf, shareOf, type TransferCoin } from './transfer-sums.ts'

/** The decimals of a booked balance. */
export const transferScale = 8
const none = '0'

/** The coins that can be transferred between own accounts. */
export const useTransferCoins = () => {
  const { request } = useServices()
  return useRead('transfer-coins', (signal) => request.read(assets.transferCoins, {}, { signal }))
}

/** The initial values from the query: a coin, the accounts, and an amount that somebody lacks elsewhere. */
const useFirst = () => {
  const query = useQuery()
  const from = accountIn(query['account']) ?? 'change'
  const to = accountIn(query['to']) ?? (from === 'change' ? 'lever' : 'change')
  const amount = /^\d{1,15}(\.\d{1,8})?$/.exec(query['amount'] ?? '')?.[0] ?? ''
  return { from, to, coin: String(idIn(query['currency']) ?? ''), amount }
}

/** The state of the transfer form. The draft is kept until a transfer succeeds. */
export function useTransfer(coins: readonly TransferCoin[]) {
  const { feeds } = useServices()
  const first = useFirst()
  const { texts, change } = useDraft(`transfer.${Object.values(first).join('.')}`, first)
  const from = accountIn(texts.from) ?? 'change'
  const to = accountIn(texts.to) ?? 'lever'
  const amount = tidyDecimal(texts.amount)
  const back = useBackPath()
  const balances = useStream(feeds.balances$, loading)
  const offered = coinsFor(coins, from, to)
  // If the accounts do not share the coin, the first shared one is selected.
  const coin =
    offered.find(({ id }) => String(id) === texts.coin) ??
    offered.find(({ name }) => name === 'USDT') ??
    offered[0] ??
    null
  const free = coin === null ? none : freeIn(coin, from, balances.value)
  const there = coin === null ? none : freeIn(coin, to, balances.value)
  const problem = problemOf({ from, to, amount }, coin, free)

  const asked = useReview()
  const submit = useSubmit(assets.transfer, {
    onDone: () => {
      asked.forget()
      change({ amount: '' })
    },
  })
  const edit = (part: Partial<typeof texts>) => {
    if (submit.state === 'refused') submit.reset()
    change(part)
  }
  return {
    accounts: accountsIn(coins, accountOrder),
    offered,
    coin,
    from,
    to,
    amount,
    typed: texts.amount,
    free,
    there,
    after: afterOf(problem === 'insufficient_balance' ? none : amount, free, there),
    problem: asked.isChecked || problem === 'insufficient_balance' ? problem : null,
    percent: shareOf(amount, free),
    freshness: balances.freshness,
    edit,
    /** Choosing the account of the other side swaps the two, so that they always differ. */
    takeFrom: (kind: AccountKind) => edit(kind === to ? { from: kind, to: from } : { from: kind }),
    bringTo: (kind: AccountKind) => edit(kind === from ? { from: to, to: kind } : { to: kind }),
    swap: () => edit({ from: to, to: from, amount: '' }),
    share: (percent: number) => edit({ amount: percentOf(free, percent, transferScale) }),
    /** True when the review may open. */
    review: () => asked.open(problem === null, submit.reset),
    isReviewing: asked.isReviewing,
    /** After a transfer for another page, closing leads back to it. */
    close: () => {
      asked.close()
      if (submit.state === 'done' && back !== null) go(back, { replace: true })
    },
    submit,
    send: () => {
      if (coin !== null) submit.send({ number: amount, currency_id: coin.id, from_field: from, to_field: to })
    },
  }
}
export type TransferState = ReturnType<typeof useTransfer>
