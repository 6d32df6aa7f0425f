import type { AccountKind } from '#contract/wire/booking.ts'
import { Balance } from '#src/parts/balance.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Money } from '#src/ui/money.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './transfer-page.module.css'
import type { TransferCoin } from './transfer-sums.ts'
import { transferScale, useTransfer, type TransferState } from './use-transfer.ts'

/** The transfer form: source, target, coin and amount, with the resulting balances below. */
export function TransferForm({ coins }: { readonly coins: readonly TransferCoin[] }) {
  const { t } = useTranslation(['assets', 'refusals'])
  const form = useRef<HTMLFormElement>(null)
  const state = useTransfer(coins)
  const { coin, offered, problem, submit } = state
  const name = coin?.name ?? ''
  const after = (before: string, next: string) => (
    <>
      <Money text={before} unit={name} isBare /> →{' '}
      <b>
        <Money text={next} unit={name} />
      </b>
    </>
  )
  const isAboutAmount = problem === 'amount_required' || problem === 'insufficient_balance'
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={t('move.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!state.review())
          requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
    >
      <LockBanner stops="change" />
      <Accounts state={state} />
      <Select
        label={t('move.coin')}
        value={coin === null ? '' : String(coin.id)}
        options={offered.map(({ id, name: label }) => ({ value: String(id), label }))}
        onChange={(id) => state.edit({ coin: id, amount: '' })}
        error={problem === 'account_unfit' ? t('refusals:account_unfit') : null}
        hint={t('move.coinHint', { count: offered.length })}
      />
      <AmountField
        name="amount"
        label={t('move.amount')}
        value={state.typed}
        scale={transferScale}
        unit={name}
        onChange={(amount) => state.edit({ amount })}
        onMax={() => state.share(100)}
        error={isAboutAmount ? t(`refusals:${problem}`) : null}
        aside={
          <span className={styles.free}>
            <Balance>
              {t('available')} <Money text={state.free} unit={name} />
            </Balance>
          </span>
        }
      />
      <Slider label={t('ui:share')} value={state.percent} onChange={state.share} disabled={state.free === '0'} />
      <Facts
        facts={[
          { name: t(`accounts.${state.from}`), value: after(state.free, state.after.from) },
          { name: t(`accounts.${state.to}`), value: after(state.there, state.after.to) },
          { name: t('move.fee'), value: t('move.free') },
        ]}
      />
      <Button type="submit" isWide size="l" isBusy={submit.isBusy}>
        {t('move.submit')}
      </Button>
      <p className={styles.note}>{t(state.from === 'lever' ? 'move.noteLever' : 'move.note')}</p>
      {coin !== null && <TransferReview coin={coin} state={state} />}
    </form>
  )
}

/** The two accounts, and a button that swaps them. */
function Accounts({ state }: { readonly state: TransferState }) {
  const { t } = useTranslation('assets')
  const options = state.accounts.map((kind) => ({ value: kind, label: t(`accounts.${kind}`) }))
  const pick = (label: string, value: AccountKind, onChange: (kind: AccountKind) => void) => (
    <Select
      label={label}
      value={value}
      options={options}
      onChange={onChange}
      error={state.problem === 'same_account' ? t('refusals:same_account') : null}
    />
  )
  return (
    <div className={styles.accounts}>
      <div className={styles.sides}>
        {pick(t('move.from'), state.from, state.takeFrom)}
        {pick(t('move.to'), state.to, state.bringTo)}
      </div>
      <span className={styles.swap}>
        <IconButton icon="swap" label={t('move.swap')} onClick={state.swap} />
      </span>
    </div>
  )
}

/** The summary of the transfer. */
function TransferReview({ coin, state }: { readonly coin: TransferCoin; readonly state: TransferState }) {
  const { t } = useTranslation('assets')
  const { from, to, free, there, after, submit } = state
  const money = (text: string) => <Money text={text} unit={coin.name} isFine />
  const step = (before: string, next: string) => (
    <>
      <Money text={before} unit={coin.name} isFine isBare /> → {money(next)}
    </>
  )
  const account = (kind: AccountKind) => t(`accounts.${kind}`)
  const moved = submit.value
  return (
    <ReviewSheet
      isOpen={state.isReviewing}
      onClose={state.close}
      title={t('move.review')}
      rows={[
        {
          name: t('move.amount'),
          value: (
            <span className={styles.coin}>
              <CoinIcon name={coin.name} logo={coin.wallet.currency_logo} size={20} />{' '}
              <Money text={state.amount === '' ? '0' : state.amount} unit={coin.name} kind="exact" />
            </span>
          ),
          isStrong: true,
        },
        { name: t('move.from'), value: account(from) },
        { name: t('move.to'), value: account(to) },
        { name: t('move.fee'), value: t('move.free') },
        { name: t('move.balanceOf', { account: account(from) }), value: step(free, after.from) },
        { name: t('move.balanceOf', { account: account(to) }), value: step(there, after.to) },
      ]}
      confirm={t('move.confirm')}
      hold={state.freshness === 'stale' ? t('move.stale') : null}
      state={submit.state}
      failure={submit.failure}
      onConfirm={state.send}
      doneTitle={t('move.done')}
      done={
        moved !== null && (
          <p>
            {account(from)} {money(moved.from[`${from}_balance`] ?? '0')} · {account(to)}{' '}
            {money(moved.to[`${to}_balance`] ?? '0')}
          </p>
        )
      }
    />
  )
}
