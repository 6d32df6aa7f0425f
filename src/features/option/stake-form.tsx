import { Box, Note, Press, Stack } from '#src/ui/box.tsx'
import type { OptionPeriod, StakeCoin } from '#contract/option/option.ts'
import { formatDec } from '#contract/wire/money.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { Balance } from '#src/parts/balance.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { OrderForm } from '#src/parts/trade/order-form.tsx'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import { mostOf, ratioOf, types } from './stake-sums.ts'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { useNotOffered } from './use-not-offered.ts'
import type { StakeState } from './stake-ticket.tsx'
import styles from './stake.module.css'

type Props = {
  readonly state: StakeState
  readonly periods: readonly OptionPeriod[]
  readonly onPeriod: (seconds: number) => void
}
const missing = '—'
const tones = { call: 'rise', put: 'fall', even: 'accent' } as const

/** The stake form: period, direction and amount, with cost and possible payout. */
export function StakeForm({ state, periods, onPeriod }: Props) {
  const { t } = useTranslation('option')
  const { form } = state
  const { fields } = form
  const { pair, coins, period, view } = form.live
  const { type, coin } = form.sums
  const notNow = useNotOffered(view)
  if (coin === null) return null
  return (
    <OrderForm label={t('stake')} props={form.props} gate={state.gate}>
      <Stack gap={1}>
        <Note as="span">{t('time')}</Note>
        <Segmented
          label={t('time')}
          options={periods.map(({ seconds }) => ({ value: String(seconds), label: t('seconds', { count: seconds }) }))}
          value={String(period.seconds)}
          onChange={(seconds) => onPeriod(Number(seconds))}
        />
      </Stack>
      <Stack gap={1}>
        <Note as="span">{t('expectation')}</Note>
        <Segmented
          label={t('expectation')}
          options={types.map((each) => ({ value: each, label: t(`types.${each}`) }))}
          value={type}
          onChange={(each) => fields.set('type', each)}
          tone={tones[type]}
        />
      </Stack>
      {coins.length > 1 && (
        <Select
          label={t('coin')}
          value={String(coin.id)}
          options={coins.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => fields.set('coin', id)}
        />
      )}
      <Amount state={state} coin={coin} />
      <Expected state={state} />
      <Button
        type="submit"
        kind={notNow !== null ? 'quiet' : type === 'put' ? 'sell' : type === 'call' ? 'buy' : 'primary'}
        isWide
        size="l"
        isBusy={form.isBusy}
        aria-disabled={notNow !== null || undefined}
      >
        {notNow ?? t('buyIn', { type: t(`types.${type}`), no: view.round?.no })}
      </Button>
      <Box as="p" size={1} tone={2} role="status">
        {view.isOffered ? t('entryNote', { pair: pair.symbol }) : t('nextSoon')}
      </Box>
    </OrderForm>
  )
}

/** How much is staked, typed or taken from what is offered. */
function Amount({ state, coin }: { readonly state: StakeState; readonly coin: StakeCoin }) {
  const { t, i18n } = useTranslation('option')
  const faultText = useFaultText('refusals')
  const { form, limits } = state
  const { fields, texts } = form
  const { free } = form.sums
  const shown = numbersIn(i18n.language)
  const least =
    limits === null
      ? ''
      : t(limits.max === null ? 'limitMin' : 'limitBoth', {
          min: shown.sum(limits.min, coin.name, 'cost'),
          max: shown.sum(limits.max ?? '', coin.name),
          coin: coin.name,
        })
  return (
    <>
      <AmountField
        name="number"
        label={t('amount')}
        value={texts.number}
        scale={Math.min(coin.decimal_scale, 8)}
        unit={coin.name}
        onChange={(number) => fields.set('number', number)}
        error={faultText(fields.faultOf('number'))}
        hint={least}
        onMax={() => free !== null && fields.set('number', mostOf(free, limits?.max ?? null, coin))}
      />
      <div className={styles.quick} role="group" aria-label={t('quick')}>
        {coin.micro_numbers.map(({ id, number }) => (
          <Press
            key={id}
            isTouch
            round={2}
            ground={number === texts.number ? 'accent' : 'well'}
            tone={number === texts.number ? 'accent' : 2}
            onClick={() => fields.set('number', number)}
            aria-pressed={number === texts.number}
          >
            {shown.exact(number)}
          </Press>
        ))}
      </div>
    </>
  )
}

/** The payout of each direction, and the cost. */
function Expected({ state }: { readonly state: StakeState }) {
  const { t, i18n } = useTranslation('option')
  const { coin, free, result, type } = state.form.sums
  const { period } = state.form.live
  const money = (text: string | null) =>
    text === null ? missing : numbersIn(i18n.language).money(text, coin?.name ?? '', 'fine')
  const units = (some: bigint | undefined) => money(some === undefined ? null : formatDec(some))
  return (
    <>
      <Box as="table" size={2} isFull className={styles.expected}>
        <caption className="sr">{t('expected')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('expectation')}</th>
            <th scope="col">{t('yield')}</th>
            <th scope="col">{t('backIfRight')}</th>
          </tr>
        </thead>
        <tbody>
          {types.map((each) => (
            <tr key={each} data-chosen={each === type || undefined}>
              <th scope="row">{t(`types.${each}`)}</th>
              <td>{numbersIn(i18n.language).percent(ratioOf(period, each))}</td>
              <td>{units(state.sumsFor(each)?.back)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
      <Facts
        kind="dense"
        facts={[
          { name: t('available'), value: <Balance>{free === null ? missing : money(free)}</Balance> },
          { name: t('fee'), value: units(result?.fee) },
          { name: t('pay'), value: units(result?.pay) },
        ]}
      />
    </>
  )
}
