import type { Machine, Mining, Seat } from '#contract/mining/mining.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { newKey } from '#src/lib/new-key.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { Balance } from '#src/parts/balance.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useFree } from '#src/parts/money/use-free.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { purchaseStateOf, shortOf, type Short } from '#machines/mining/mining-purchase.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CountField } from './count-field.tsx'
import { miningPurchaseLogic } from './mining.actors.ts'
import styles from './mining.module.css'

type Props = {
  readonly machine: Machine
  readonly mining: Mining
  readonly seats: readonly Seat[]
  readonly onClose: () => void
}
const times = (text: string, num: number) => formatDec(parseDec(text) * BigInt(num))

/** Buying machines: how many, whether there are places and collateral for them, and the review. */
export function BuySheet({ machine, mining, seats, onClose }: Props) {
  const { t } = useTranslation(['mining', 'refusals'])
  const services = useServices()
  const shown = useNumbers()
  const free = useFree()(machine.currency_id)
  const actor = useActorRef(
    useMemo(() => miningPurchaseLogic(services), [services]),
    { input: { machine, means: { mining, seats } } },
  )
  const snapshot = useSelector(actor, (now) => now)
  useEffect(() => actor.send({ type: 'machine.changed', machine }), [actor, machine])
  useEffect(() => actor.send({ type: 'means.changed', means: { mining, seats } }), [actor, mining, seats])
  const { num, failure } = snapshot.context
  const short = shortOf(snapshot.context)
  const cost = times(machine.price, num)
  const isDear = parseDec(cost) > parseDec(free)
  const most = Math.max(1, Math.min(machine.left, machine.per_user === 0 ? machine.left : machine.per_user))
  const base = machine.currency_name
  const rows = [
    { name: t('pieces'), value: `${num} × ${machine.name}` },
    { name: t('daily'), value: shown.money(times(machine.daily_reward, num), machine.reward_currency_name) },
    { name: t('term'), value: t('days', { count: machine.days }) },
    { name: t('needCollateral'), value: shown.money(times(machine.threshold, num), base) },
    { name: t('cost'), value: shown.cost(cost, base), isStrong: true },
  ]
  const isChoosing = snapshot.matches({ hand: 'choosing' })
  const back = () => {
    const isOver = snapshot.matches({ hand: 'done' })
    actor.send({ type: 'back' })
    if (isOver) onClose()
  }
  return (
    <>
      <Sheet
        title={t('buyOf', { name: machine.name })}
        isOpen={isChoosing}
        onClose={onClose}
        footer={
          <Foot short={short} isDear={isDear} onReview={() => actor.send({ type: 'review' })} onLeave={onClose} />
        }
      >
        <div className={styles.form}>
          <CountField
            label={t('pieces')}
            value={num}
            max={most}
            onChange={(next) => actor.send({ type: 'choose', num: next })}
          />
          <Facts
            facts={[...rows.slice(1), { name: t('available'), value: <Balance>{shown.money(free, base)}</Balance> }]}
          />
          {short !== null && (
            <p className={styles.warning} role="alert">
              {short.what === 'seat'
                ? t('seatShort', { need: short.need, free: short.free })
                : t('collateralShort', { need: shown.sum(short.need, base), coin: base })}
            </p>
          )}
          {short === null && isDear && (
            <p className={styles.warning} role="alert">
              {t('refusals:insufficient_balance')}
            </p>
          )}
          <p className={styles.note}>{t('buyNote')}</p>
        </div>
      </Sheet>
      <ReviewSheet
        title={t('reviewBuy')}
        isOpen={!isChoosing}
        onClose={back}
        state={purchaseStateOf(snapshot)}
        failure={failure}
        rows={rows}
        confirm={t('confirmBuy')}
        onConfirm={() => actor.send({ type: 'buy', key: newKey(services.serverNow()) })}
        doneTitle={t('bought')}
        done={<p>{t('boughtText')}</p>}
      />
    </>
  )
}

type FootProps = {
  readonly short: Short | null
  readonly isDear: boolean
  readonly onReview: () => void
  readonly onLeave: () => void
}
function Foot({ short, isDear, onReview, onLeave }: FootProps) {
  const { t } = useTranslation('mining')
  if (short !== null) {
    const to = short.what === 'seat' ? miningPaths.buySeat : miningPaths.miningPledges
    return (
      <Button
        isWide
        size="l"
        onClick={() => {
          onLeave()
          go(short.what === 'seat' ? to : `${to}?amount=${short.need}`)
        }}
      >
        {t(short.what === 'seat' ? 'toSeats' : 'toCollateral')}
      </Button>
    )
  }
  return (
    <Button isWide size="l" aria-disabled={isDear || undefined} onClick={() => !isDear && onReview()}>
      {t('reviewBuy')}
    </Button>
  )
}
