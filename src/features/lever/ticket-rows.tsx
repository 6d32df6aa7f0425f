import { formatDec } from '#contract/wire/money.ts'
import type { Fact } from '#src/ui/facts.tsx'
import type { Live, Sums } from './ticket-live.ts'
import { exitsOf, rewardOf, riskOf, type GuardExit } from './ticket-guards.ts'
import type { Known } from './ticket-sums.ts'

const missing = '—'

/** The summary of the order; if the price has moved, with both prices. */
export function reviewRows(
  sums: Sums,
  live: Live,
  moved: { readonly from: string; readonly to: string } | null,
): readonly Fact[] {
  const { known, preview, typed: ticket } = sums
  const { pair, free, rates, t, shown, price } = live
  const quote = pair.legal_name
  const money = (text: string | null) => (text === null ? missing : shown.money(text, quote, 'fine'))
  const cost = (text: string | null) => (text === null ? missing : shown.cost(text, quote, 'fine'))
  const rate = (text: string | null) => (text === null ? missing : `${shown.places(text, 2)}%`)
  const exits = exitsOf(known)
  const reward = rewardOf(exits)
  const { isStopBeyond } = riskOf(known, null)
  const entry = t(ticket.waits === null ? ticket.entry : 'stop')
  return [
    {
      name: pair.symbol,
      value: `${t(ticket.side)} ${ticket.multiple}× · ${t('cross')} · ${entry}`,
      isStrong: true,
    },
    ...(moved === null
      ? []
      : [
          {
            name: t('priceMoved'),
            value: `${price(moved.from, pair.symbol)} → ${price(moved.to, pair.symbol)}`,
            isStrong: true,
          },
        ]),
    ...fillRows(sums, live),
    { name: t('lots'), value: `${ticket.lots} (${shown.money(preview.number ?? '0', pair.currency_name)})` },
    { name: t('margin'), value: cost(preview.margin) },
    { name: t('fee'), value: cost(preview.fee) },
    { name: t('cost'), value: cost(preview.cost), isStrong: true },
    ...exits.map((each) => exitRow(each, known, live)),
    ...(reward === null ? [] : [{ name: t('riskReward'), value: `1 : ${shown.places(reward, 2)}` }]),
    {
      name: (
        <>
          {t('liquidationAfter')} {isStopBeyond && <small>{t('liquidationFirst')}</small>}
        </>
      ),
      value: liquidationText(sums, live),
      tone: isStopBeyond ? 'fall' : undefined,
    },
    { name: t('availableChange'), value: `${money(free)} → ${money(preview.freeAfter)}` },
    {
      name: (
        <>
          {t('rateChange')} <small>{t('rateLead', { burst: shown.exact(formatDec(rates.burst)) })}</small>
        </>
      ),
      value: `${rate(preview.rateBefore)} → ${rate(preview.rateAfter)}`,
    },
  ]
}

/** The price of the opening, and how much worse than the mark it is. */
function fillRows({ preview, typed }: Sums, { pair, t, shown, price }: Live): readonly Fact[] {
  const quote = pair.legal_name
  const { fill } = preview
  const isMarket = typed.entry === 'market'
  const told = preview.price === null ? missing : price(preview.price, pair.symbol)
  const entry =
    !isMarket || preview.price === null || fill === null
      ? told
      : fill.isEnough
        ? `≈ ${told}`
        : t('atLeast', { price: told })
  return [
    { name: t(isMarket ? 'entryPrice' : 'limitPrice'), value: <span data-unit={quote}>{entry}</span>, isStrong: true },
    ...(fill === null
      ? []
      : [
          {
            name: t('slip'),
            value: `${shown.places(fill.percent, 3)}% · ${shown.cost(fill.money, quote, 'fine')}`,
          },
        ]),
    ...(fill === null || fill.worst === null
      ? []
      : [{ name: t('worst'), value: <span data-unit={quote}>{price(fill.worst, pair.symbol)}</span> }]),
  ]
}

/** What a stop or a target would bring at the book of this moment. */
function exitRow(found: GuardExit, { ticket }: Known, { pair, t, shown, price }: Live): Fact {
  const { guard, of, lots, at, exit } = found
  const fills = price(formatDec(exit.price), pair.symbol)
  const net = shown.gain(formatDec(exit.net), pair.legal_name, 'fine')
  const told = exit.isEnough ? `≈ ${fills}` : t('atLeast', { price: fills })
  const name =
    guard === 'loss'
      ? ticket.trail === null
        ? t('stopLoss')
        : t('trailOf', { percent: shown.percent(ticket.trail) })
      : of > 1
        ? t('targetOf', { no: guard + 1, lots: t('lotsOf', { count: lots }) })
        : t('takeProfit')
  return {
    name: (
      <>
        {name} <small>{t('ifNow')}</small>
      </>
    ),
    value: `${price(formatDec(at), pair.symbol)} → ${told}, ${net}`,
  }
}

/**
 * Liquidation is per account: the price is shown with the resulting net position in this pair, so that it is not
 * mistaken for that of the order alone.
 */
function liquidationText({ preview: { liquidation, net } }: Sums, { pair, t, shown, price }: Live) {
  if (net === null) return missing
  const coin = pair.currency_name
  const text = net.side === 'even' ? t('net.even') : t(`net.${net.side}`, { number: shown.sum(net.number, coin), coin })
  return `${liquidation === null ? t('noLiquidation') : price(liquidation, pair.symbol)} (${text})`
}
