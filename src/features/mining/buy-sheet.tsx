import { CountField } from './parts.tsx'
import { miningCalls, type Machine, type Mining, type Seat } from '#contract/mining/mining.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { go } from '#src/lib/hash-location.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Balance } from '#src/parts/balance.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { moneyForm, useLiveForm } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { useGate, type Gate } from '#src/parts/form/use-gate.ts'
import { useFree } from '#src/parts/money/use-free.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useTranslation } from 'react-i18next'
import { shortOf, type Short } from './short.ts'
import type { Say } from './use-mining.ts'

type Props = {
  readonly machine: Machine
  readonly mining: Mining
  readonly seats: readonly Seat[]
  readonly onClose: () => void
}
type About = Omit<Props, 'onClose'> & { readonly free: string; readonly t: Say; readonly shown: Numbers }
type Live = About & { readonly gate: Gate }
const times = (text: string, num: number) => formatDec(parseDec(text) * BigInt(num))

const shortText = (short: Short, { machine: { currency_name: coin }, t, shown }: Live) =>
  short.what === 'seat'
    ? t('seatShort', { need: short.need, free: short.free })
    : t('collateralShort', { need: shown.sum(short.need, coin), coin })

/** What they cost has to lie in the spot account. */
function useBuy(about: About, { texts }: { readonly texts: { readonly num: string } }): Live {
  const { currency_id: currency, currency_name: name, price } = about.machine
  const amount = times(price, Number(texts.num) || 1)
  return { ...about, gate: useGate({ stops: 'trade', funds: { account: 'change', currency, name, amount } }) }
}

const buyForm = moneyForm<Live, About>()({
  call: miningCalls.buyMachine,
  draft: ({ machine }) => `machine-${machine.id}`,
  fields: () => ({ num: '1' }),
  sums: (texts, live) => {
    const num = Number(texts.num) || 1
    const { machine } = live
    const cost = times(machine.price, num)
    const short = shortOf(live, num)
    /** Why it cannot be bought. */
    const stop = short === null ? null : shortText(short, live)
    return { num, cost, short, stop }
  },
  faults: ({ sums: { stop } }) => ({ num: stop }),
  input: ({ sums: { num }, live: { machine } }) => ({
    machine_id: machine.id,
    num,
    price: machine.price,
    expect: 'on_sale' as const,
  }),
  review: ({ sums: { num, cost, stop }, live: { machine, t, shown } }) => ({
    title: t('reviewBuy'),
    rows: [
      { name: t('pieces'), value: `${num} × ${machine.name}` },
      { name: t('daily'), value: shown.money(times(machine.daily_reward, num), machine.reward_currency_name) },
      { name: t('term'), value: t('days', { count: machine.days }) },
      { name: t('needCollateral'), value: shown.money(times(machine.threshold, num), machine.currency_name) },
      { name: t('cost'), value: shown.cost(cost, machine.currency_name), isStrong: true },
    ],
    hold: machine.status === 'on_sale' ? stop : t(`status.${machine.status}`),
    confirm: t('confirmBuy'),
    doneTitle: t('bought'),
    done: <p>{t('boughtText')}</p>,
  }),
})

/** Buying machines: how many, whether there are places and collateral for them, and the review. */
export function BuySheet({ onClose, ...means }: Props) {
  const { machine } = means
  const { t } = useTranslation(['mining', 'refusals'])
  const shown = useNumbers()
  const free = useFree()(machine.currency_id) ?? '0'
  const form = useLiveForm(buyForm, { ...means, free, t, shown }, useBuy, { gate: ({ gate }) => gate })
  const { num, short, stop } = form.sums
  const most = Math.max(1, Math.min(machine.left, machine.per_user === 0 ? machine.left : machine.per_user))
  return (
    <MoneySheet
      form={form}
      title={t('buyOf', { name: machine.name })}
      button={t('reviewBuy')}
      onClose={onClose}
      {...(short !== null && { instead: <ToMeans short={short} onLeave={onClose} /> })}
    >
      <GateCard gate={form.live.gate} />
      <CountField
        label={t('pieces')}
        value={num}
        max={most}
        onChange={(next) => form.fields.set('num', String(next))}
      />
      <Facts
        facts={[
          ...(form.review?.rows.slice(1) ?? []),
          { name: t('available'), value: <Balance>{shown.money(free, machine.currency_name)}</Balance> },
        ]}
      />
      {stop !== null && (
        <Box as="p" blockPad={2} sidePad={3} ground="warning" round={2} size={3} role="alert">
          {stop}
        </Box>
      )}
      <Note isLoose>{t('buyNote')}</Note>
    </MoneySheet>
  )
}

/** Leads to where what is missing is got. */
function ToMeans({ short, onLeave }: { readonly short: Short; readonly onLeave: () => void }) {
  const { t } = useTranslation('mining')
  return (
    <Button
      isWide
      size="l"
      onClick={() => {
        onLeave()
        go(short.what === 'seat' ? miningPaths.buySeat : `${miningPaths.miningPledges}?amount=${short.need}`)
      }}
    >
      {t(short.what === 'seat' ? 'toSeats' : 'toCollateral')}
    </Button>
  )
}
