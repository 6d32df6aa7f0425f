import { launchScale } from '#contract/launch/launch.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Coin } from '#server/features/market/rows.ts'
import type { LaunchProductRow } from './rows.ts'
import type { LaunchContext } from './context.ts'

/**
 * Opens the market of a launched coin: without leverage and rounds, because nothing but its own book stands behind its
 * price.
 */
function openMarket(ctx: LaunchContext, coin: Coin, { market, pays }: LaunchProductRow) {
  const rate = pays.find((each) => each.coin === baseCoin.id)?.rate
  if (market === null || rate === undefined) return
  const name = `${coin.name}-${baseCoin.name}`
  const { tables, markets, now } = ctx
  if (tables.pairs.one('market', name)) return
  const pair = tables.pairs.put({
    ...market,
    id: tables.pairs.nextId(),
    market: name,
    base: coin.id,
    quote: baseCoin.id,
    sort: 1 + Math.max(0, ...[...tables.pairs.all()].map(({ sort }) => sort)),
    isDisplayed: true,
    isOpen: true,
    isSpot: true,
    isLever: false,
    isMicro: false,
    minTotal: '1',
    leverShare: '1',
    leverMin: 1,
    leverMax: 1,
    spread: '0',
    overnight: '0',
    leverFee: '0',
    microFee: '0',
    firstPrice: Number(parseDec(rate, market.priceScale)),
    createdAt: now(),
  })
  markets.open(pair)
}

/**
 * The coin of a product, made when it is launched: its issuer deposits the whole issue, out of which it is handed to
 * those who subscribed; nobody else can be sold of it.
 */
export function needCoin(ctx: LaunchContext, product: LaunchProductRow): Coin {
  const { tables, ledger, now } = ctx
  const known = tables.coins.one('name', product.name)
  if (known) throw new Error(`${product.name} is a coin already`)
  const coin = tables.coins.put({
    id: tables.coins.nextId(),
    name: product.name,
    logo: product.logo,
    sort: 1 + Math.max(0, ...[...tables.coins.all()].map(({ sort }) => sort)),
    chain: 'LAUNCH',
    scale: launchScale,
    isDisplayed: true,
    kinds: ['legal', 'change'],
    minNumber: '0',
    maxNumber: '0',
    rate: '0',
    chainFee: '0',
    depositMin: '0',
    networks: [],
    microFee: '0',
    microMin: '0',
    microMax: '0',
    microHold: 0,
    createdAt: now(),
  })
  const issue = parseDec(product.num)
  ledger.post({
    type: logTypes.deposit,
    ref: `launch:issue:${product.id}`,
    postings: [
      { owner: 'external', asset: coin.id, kind: 'change', free: -issue },
      { owner: 'issuer', asset: coin.id, kind: 'change', free: issue },
    ],
  })
  openMarket(ctx, coin, product)
  return coin
}
