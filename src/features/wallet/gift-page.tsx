import { assets } from '#contract/assets/assets.ts'
import { compareDec, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { percentOf, tidyDecimal } from '#src/lib/amount.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { Balance } from '#src/parts/balance.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useConfig } from '#src/stores/config.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Select } from '#src/ui/select.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { MoneyReview } from './money-review.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { Facts } from '#src/ui/facts.tsx'
import { MoneyField } from './form-parts.tsx'
import { useCoins, type OwnCoin } from './use-coins.ts'
import { useMoneyForm } from './use-money-form.ts'
import styles from './wallet.module.css'

const one = 10n ** BigInt(SCALE)
/** The most that leaves with its fee, cut to the decimals of the coin. */
const mostOf = (balance: string, feeRate: string, scale: number) =>
  percentOf(formatDec((parseDec(balance) * one) / (one + parseDec(feeRate))), 100, scale)

/** Sends coins to another user: at once and for good. */
export function GiftPage() {
  const { t } = useTranslation('wallet')
  const { value, failure, isBusy, refresh } = useCoins()
  return (
    <Page
      title={t('titles.gift')}
      onRefresh={refresh}
      actions={<IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.giftRecords)} />}
    >
      <div className={styles.page}>
        {value === null &&
          (failure === null ? (
            <Skeleton lines={5} height={64} />
          ) : (
            <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
          ))}
        {value !== null && <GiftForm coins={value.left} onDone={() => void refresh()} />}
      </div>
    </Page>
  )
}

function GiftForm({ coins, onDone }: { readonly coins: readonly OwnCoin[]; readonly onDone: () => void }) {
  const { t } = useTranslation(['wallet', 'refusals'])
  const shown = useNumbers()
  const gate = useGate({ stops: 'withdraw', kyc: 'gift', usesPin: true })
  const { currency } = useQuery()
  const feeRate = useConfig(({ setting }) => setting?.gift.fee_rate ?? '0')
  const coinOf = (id: string) => coins.find((coin) => String(coin.id) === id)
  const form = useForm({
    draft: 'gift',
    first: {
      email: '',
      coin: String(coins.find(({ id }) => String(id) === currency)?.id ?? baseCoin.id),
      amount: '',
      remark: '',
    },
    check: ({ email, coin, amount }) => ({
      email: email.trim() === '' ? 'refusals:account_required' : null,
      amount: amountFault(tidyDecimal(amount), {
        free: mostOf(coinOf(coin)?.balance ?? '0', feeRate, coinOf(coin)?.decimal_scale ?? 0),
      }),
    }),
    fieldOf: () => ({
      account_required: 'email',
      account_malformed: 'email',
      recipient_unknown: 'email',
      recipient_self: 'email',
      amount_required: 'amount',
      amount_below_min: 'amount',
      amount_above_max: 'amount',
      insufficient_balance: 'amount',
    }),
  })
  const coin = coinOf(form.texts.coin)
  const amount = tidyDecimal(form.texts.amount)
  const fee = formatDec(amount === '' ? 0n : mulDec(parseDec(amount), parseDec(feeRate), SCALE, true))
  const review = useMoneyForm(assets.gift, form, { gate, needsPin: true, onDone })
  const money = (text: string) => shown.money(text, coin?.name ?? '')
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('titles.gift')}
      onSubmit={gate.first(form.submit(review.open))}
    >
      <GateCard gate={gate} />
      <FormField
        form={form}
        name="email"
        label={t('gift.to')}
        hint={t('gift.toHint')}
        autoComplete="off"
        maxLength={100}
      />
      <Select
        label={t('coin')}
        value={form.texts.coin}
        options={coins.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => form.set('coin', id)}
      />
      <MoneyField
        form={form}
        name="amount"
        label={t('amount')}
        unit={coin?.name ?? ''}
        scale={coin?.decimal_scale ?? 8}
        onMax={() => form.set('amount', mostOf(coin?.balance ?? '0', feeRate, coin?.decimal_scale ?? 0))}
        aside={<Balance>{`${t('available')} ${shown.money(coin?.balance ?? '0', coin?.name ?? '')}`}</Balance>}
      />
      <FormField form={form} name="remark" label={t('note')} hint={t('optional')} autoComplete="off" maxLength={100} />
      <Facts
        facts={[
          { name: t('fee'), value: compareDec(fee, '0') === 0 ? t('free') : shown.cost(fee, coin?.name ?? '', 'fine') },
          { name: t('gift.arrives'), value: money(amount === '' ? '0' : amount), isStrong: true },
        ]}
      />
      <MoneyReview
        failure={form.failure}
        review={review}
        button={t('gift.review')}
        note={t('gift.final')}
        title={t('gift.review')}
        rows={[
          { name: t('gift.to'), value: form.texts.email.trim() },
          { name: t('amount'), value: money(amount === '' ? '0' : amount), isStrong: true },
          { name: t('fee'), value: compareDec(fee, '0') === 0 ? t('free') : shown.cost(fee, coin?.name ?? '', 'fine') },
          ...(form.texts.remark.trim() === '' ? [] : [{ name: t('note'), value: form.texts.remark.trim() }]),
          { name: t('gift.when'), value: t('gift.finalShort') },
        ]}
        confirm={t('gift.confirm')}
        needsPin
        onConfirm={(pin) =>
          review.send({
            email: form.texts.email.trim(),
            currency_id: Number(form.texts.coin),
            number: amount,
            remark: form.texts.remark.trim(),
            pay_password: pin,
          })
        }
        doneTitle={t('gift.done')}
        done={
          review.submit.value !== null && (
            <p>{`${review.submit.value.peer} · ${shown.money(review.submit.value.number, review.submit.value.currency_name)}`}</p>
          )
        }
        next={assetsPaths.giftRecords}
      />
    </form>
  )
}
