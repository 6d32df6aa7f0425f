import { Box } from '#src/ui/box.tsx'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { Balance } from '#src/parts/balance.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { MoneyReview } from '#src/parts/form/money-shell.tsx'
import { BestPrices } from '#src/parts/trade/best-prices.tsx'
import { OrderForm } from '#src/parts/trade/order-form.tsx'
import { wordsOf } from '#src/parts/trade/order-words.ts'
import { PriceDistance } from '#src/parts/trade/price-distance.tsx'
import { StepField } from '#src/parts/trade/step-field.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bestFacing } from './fill-estimate.ts'
import { statusKey } from './order-row.tsx'
import { groupOf, groups, groupTo, rules, typeOf, types } from './ticket-form.tsx'
import { coinsOf, missing, sumTexts } from './ticket-review.tsx'
import { amountStep, isByTotal, noShareOf, percentOf, shareOf, totalText, type PairRules } from './ticket-sums.ts'
import field from '#src/parts/trade/step-field.module.css'
import styles from './ticket.module.css'
import type { TicketState } from './use-ticket.ts'

/** What waits for a price has a form of its own, and comes when it is asked for. */
const WaitTicket = lazy(async () => ({ default: (await import('./wait-ticket.tsx')).WaitTicket }))
const GuardFields = lazy(async () => ({ default: (await import('./guards-sheet.tsx')).GuardFields }))
const GuardsSheet = lazy(async () => ({ default: (await import('./guards-sheet.tsx')).GuardsSheet }))

type Props = { readonly pair: PairRules; readonly state: TicketState }

/**
 * The order form: side, type, price, quantity, a balance slider, the total, the amounts, and the button to the review.
 */
export function TicketForm({ pair, state }: Props) {
  const { t } = useTranslation(['spot', 'refusals', 'market'])
  const { form } = state
  const type = typeOf(form.texts)
  const head = <Head state={state} />
  if (type !== 'limit' && type !== 'market')
    return (
      <Suspense fallback={<Skeleton lines={4} height={48} />}>
        <WaitTicket
          key={`${type} ${form.sums.ticket.side}`}
          pair={pair}
          market={state.market}
          side={form.sums.ticket.side}
          type={type}
          head={head}
          begun={state.begun}
          onBegun={state.takeBegun}
          onView={state.viewOpen}
        />
      </Suspense>
    )
  return (
    <OrderForm label={t('ticket')} props={form.props} isDense>
      {head}
      <Fields pair={pair} state={state} />
      <Extras pair={pair} state={state} />
      <TicketFoot pair={pair} state={state} />
      <Placed pair={pair} state={state} />
    </OrderForm>
  )
}

/** The side, on a desk what it is linked with, and the type of the order. */
function Head({ state }: Pick<Props, 'state'>) {
  const { t } = useTranslation(['spot', 'market', 'trigger'])
  const { side } = state.form.sums.ticket
  const isDesk = useIsDesktop()
  const group = groupOf(state.form.texts)
  return (
    <>
      <Segmented
        label={t('ticket')}
        options={[
          { value: 'buy', label: t('market:buy') },
          { value: 'sell', label: t('market:sell') },
        ]}
        value={side}
        onChange={(chosen) => state.change({ side: chosen })}
        tone={side === 'buy' ? 'rise' : 'fall'}
      />
      {isDesk && (
        <Segmented
          label={t('group.label')}
          size="s"
          options={groups.map((value) => ({
            value,
            label: value === 'single' ? t('group.single') : t(`trigger:blocks.${value}`),
          }))}
          value={group}
          onChange={(chosen) => state.change(groupTo(chosen, state.form.texts))}
        />
      )}
      {(!isDesk || group !== 'oco') && <Kind state={state} isDesk={isDesk} />}
    </>
  )
}

/** The sums of the order, and the button to its review. */
function TicketFoot({ pair, state }: Props) {
  const { t } = useTranslation(['spot', 'ui'])
  const { live, sums, isBusy } = state.form
  const { ticket } = sums
  const { money, cost } = sumTexts(live.shown)
  const [payCoin, receiveCoin] = coinsOf(ticket, pair)
  return (
    <>
      <Facts
        kind="dense"
        facts={[
          {
            name: t('available'),
            value: <Balance>{live.free === null ? missing : live.shown.money(live.free, payCoin)}</Balance>,
          },
          ticket.kind === 'market'
            ? { name: t('orderTotal'), value: money(sums.worth, pair.legal_name) }
            : { name: t('fee'), value: cost(sums.fee, receiveCoin) },
          { name: t('receive'), value: money(sums.receive, receiveCoin) },
        ]}
      />
      <Button
        type="submit"
        data-key="review"
        kind={ticket.side}
        isWide
        size="l"
        isBusy={isBusy}
        aria-disabled={live.book.ageMs !== null || undefined}
      >
        {live.book.ageMs === null
          ? t(ticket.side === 'buy' ? 'buyCoin' : 'sellCoin', { coin: pair.currency_name })
          : t('ui:waitingForPrices')}
      </Button>
    </>
  )
}

/** How a limit order lives, and what protects a buy; a sale needs no protection. */
function Extras({ pair, state }: Props) {
  const { t } = useTranslation('spot')
  const { form, change } = state
  const { ticket } = form.sums
  const isLimit = typeOf(form.texts) === 'limit'
  const isBuy = ticket.side === 'buy'
  const isDesk = useIsDesktop()
  const isBracket = isDesk && groupOf(form.texts) === 'bracket'
  return (
    <>
      {(isLimit || (isBuy && !isDesk)) && (
        <Box lay="equal" gap={1}>
          {isLimit && (
            <Select
              label={t('rule')}
              isDense
              value={rules.find((rule) => rule === form.texts.rule) ?? 'gtc'}
              options={rules.map((value) => ({ value, label: t(`rules.${value}`) }))}
              onChange={(rule) => change({ rule })}
            />
          )}
          {isBuy && !isDesk && <Guards pair={pair} state={state} />}
        </Box>
      )}
      {isBracket && (
        <Suspense>
          <GuardFields pair={pair} state={state} />
        </Suspense>
      )}
    </>
  )
}

/** The stop and the target in one line; a tap opens them in a sheet. */
function Guards({ pair, state }: Props) {
  const { t } = useTranslation('spot')
  const { form } = state
  const [isOpen, setIsOpen] = useState(false)
  const faultText = useFaultText('refusals')
  const fault = faultText(form.fields.faultOf('stop')) ?? faultText(form.fields.faultOf('take'))
  const textOf = (typed: string) => {
    const text = tidyDecimal(typed)
    return unitsOf(text) ? form.live.price(text, pair.symbol) : '—'
  }
  return (
    <>
      <button
        type="button"
        className={styles.guards}
        aria-label={t('guards.edit')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <small>{t('guards.line')}</small>
        <span>{`${textOf(form.texts.take)} / ${textOf(form.texts.stop)}`}</span>
      </button>
      {fault !== null && (
        <p className={field.error} role="alert">
          {fault}
        </p>
      )}
      {isOpen && (
        <Suspense>
          <GuardsSheet pair={pair} state={state} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The review, and what became of the order. */
function Placed({ pair, state: { form, placed, view } }: Props) {
  const { t } = useTranslation('spot')
  const { shown, price } = form.live
  if (placed === null) return <MoneyReview form={form} onView={view} />
  const { key, params } = wordsOf(placed, shown, price)
  return (
    <MoneyReview
      form={form}
      onView={view}
      title={t('done')}
      doneTitle={t(statusKey(placed))}
      done={
        <p>
          <strong>{t(placed.type === 'buy' ? 'buyCoin' : 'sellCoin', { coin: pair.currency_name })}</strong> ·{' '}
          {t(`verdict.${key}`, params)}
        </p>
      }
    />
  )
}

/** The order type; what it means, and whether orders are confirmed, stands behind the button beside it. */
function Kind({ state: { form, change }, isDesk }: Pick<Props, 'state'> & { readonly isDesk: boolean }) {
  const { t } = useTranslation('spot')
  const type = typeOf(form.texts)
  // On a desk it is chosen by the group; a bracket has an entry that is sent at once.
  const isBracket = isDesk && groupOf(form.texts) === 'bracket'
  const offered = types.filter(
    (each) => !isDesk || (isBracket ? each === 'limit' || each === 'market' : each !== 'oco'),
  )
  const [isTold, setIsTold] = useState(false)
  const confirmOrders = useSettings((settings) => settings.confirmOrders)
  const setSettings = useSettings((settings) => settings.set)
  return (
    <div>
      <div className={styles.kind}>
        <Select
          label={t('kind')}
          isDense
          value={type}
          options={offered.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(kind) => change({ kind })}
        />
        <IconButton icon="info" label={t('kindHelp')} aria-expanded={isTold} onClick={() => setIsTold(!isTold)} />
      </div>
      {isTold && (
        <Box blockPad={1} tone={2} size={2}>
          <p>{t(`kindHints.${type === 'limit' ? form.sums.ticket.kind : type}`)}</p>
          <Checkbox isChecked={confirmOrders} onChange={(isOn) => setSettings({ confirmOrders: isOn })}>
            {t('confirmOrders')}
          </Checkbox>
        </Box>
      )}
    </div>
  )
}

function Fields({ pair, state }: Props) {
  const { t } = useTranslation('spot')
  const faultText = useFaultText('refusals')
  const { form, change } = state
  const { ticket } = form.sums
  const { currency_name: base, legal_name: quote } = pair
  const isTotal = isByTotal(ticket)
  const total = {
    name: 'total',
    scale: Math.min(pair.price_scale, 8),
    unit: quote,
    onChange: (typed: string) => change({ total: typed }),
  } as const
  return (
    <>
      {ticket.kind === 'market' ? (
        <p className={styles.market}>{t('marketPrice')}</p>
      ) : (
        <PriceField pair={pair} state={state} />
      )}
      {!isTotal && (
        <StepField
          name="amount"
          label={t('quantity', { coin: base })}
          short={t('market:amount')}
          value={form.texts.amount}
          scale={pair.amount_scale}
          unit={base}
          step={amountStep(ticket.price, pair)}
          onChange={(amount) => change({ amount })}
          error={faultText(form.fields.faultOf('amount'))}
        />
      )}
      <Share pair={pair} state={state} />
      {isTotal && (
        <StepField
          {...total}
          label={t('spend', { coin: quote })}
          short={t('spend', { coin: quote })}
          value={form.texts.total}
          error={faultText(form.fields.faultOf('total'))}
        />
      )}
      {!isTotal && ticket.kind !== 'market' && (
        <StepField
          {...total}
          label={t('totalIn', { coin: quote })}
          short={t('totalIn', { coin: quote })}
          value={form.texts.by === 'total' ? form.texts.total : totalText(ticket, pair)}
          error={null}
        />
      )}
    </>
  )
}

/** The limit price with its steps, how far it is from the market, and the best prices to tap. */
function PriceField({ pair, state }: Props) {
  const { t } = useTranslation('spot')
  const faultText = useFaultText('refusals')
  const { form, change, book$, market, pick } = state
  const { ticket } = form.sums
  const { price } = form.texts
  return (
    <>
      <StepField
        name="price"
        label={t('price', { coin: pair.legal_name })}
        short={t('market:price')}
        value={price}
        scale={pair.price_scale}
        unit={pair.legal_name}
        step={pair.price_scale === 0 ? '1' : `0.${'1'.padStart(pair.price_scale, '0')}`}
        onChange={(typed) => change({ price: typed })}
        // A prefix of a right price may be far off: it is told when the field is left, and not of an empty one.
        onBlur={() => price !== '' && form.fields.touch('price')}
        error={faultText(form.fields.faultOf('price'))}
      />
      <PriceDistance price={ticket.price} live$={book$} marketOf={(book) => bestFacing(ticket.side, book)} />
      <BestPrices market={market} onPick={pick} />
    </>
  )
}

/** The share of the balance; why there is none, where none can be taken. */
function Share({ pair, state: { form, change } }: Props) {
  const { t } = useTranslation(['spot', 'ui'])
  const { free, book } = form.live
  const { ticket } = form.sums
  const why = noShareOf(ticket, pair, book, free)
  return (
    <Slider
      label={t('ui:share')}
      value={percentOf(ticket, book, free)}
      disabled={why !== null}
      why={why === null ? null : why === 'loading' ? t('ui:loading') : t(`noShare.${why}`)}
      onChange={(percent) => free !== null && change(shareOf(ticket, pair, book, free, percent))}
    />
  )
}
