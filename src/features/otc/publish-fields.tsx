import { Box, Card, Note, Stack } from '#src/ui/box.tsx'
import { payWays } from '#contract/wallet/bank.ts'
import type { OtcMarket } from '#contract/otc/otc-order.ts'
import { otcEscrow, otcFee, otcWorth } from '#contract/otc/otc-sums.ts'
import { formatDec } from '#contract/wire/money.ts'
import { unitsOf } from '#src/lib/amount.ts'
import { Balance } from '#src/parts/balance.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import type { FieldFault, Form } from '#src/parts/form/use-form.ts'
import { moreName, useMore } from '#src/parts/form/use-more.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { AreaField } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import { distanceOf } from './ad-card.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { bandOf, marginOf, priceOf, signed, type Terms } from './publish-terms.ts'
import styles from './otc.module.css'
import { useOtcFormat } from './use-otc.ts'

type Props = {
  readonly form: Form<Terms>
  readonly market: OtcMarket
  readonly faultText: (fault: FieldFault) => string | null
  readonly hasTotal: boolean
  /** What is free in the funding account; null while it is not known. */
  readonly free: string | null
}
const priceDecimals = 2
const remarkLength = 300

/** Price, quantity, limits, ways, time and remark of an ad. */
export function TermFields({ form, market, faultText, hasTotal, free }: Props) {
  const { t } = useTranslation(['otc', 'ui'])
  const { fiat, coin } = useOtcFormat(market)
  const { texts } = form
  const band = bandOf(texts, market)
  const scale = band?.fiat.scale ?? 2
  const coinScale = market.coins.find(({ currency_name }) => currency_name === texts.coin)?.decimal_scale ?? 8
  return (
    <>
      <PriceFields form={form} market={market} faultText={faultText} />
      {hasTotal && (
        <AmountField
          label={t('total')}
          value={texts.total}
          onChange={(text) => form.set('total', text)}
          onBlur={() => form.touch('total')}
          scale={coinScale}
          unit={texts.coin}
          error={faultText(form.faultOf('total'))}
          {...(texts.side === 'sell' &&
            free !== null && {
              aside: <Balance>{`${t('ui:funding')} ${coin(free, texts.coin)}`}</Balance>,
            })}
        />
      )}
      <Stack fits={150} gap={2} align="start">
        <AmountField
          label={t('least')}
          value={texts.min}
          onChange={(text) => form.set('min', text)}
          onBlur={() => form.touch('min')}
          scale={scale}
          unit={texts.fiat}
          error={faultText(form.faultOf('min'))}
          hint={band === null ? '' : t('from', { amount: fiat(band.fiat.min_amount, texts.fiat) })}
        />
        <AmountField
          label={t('most')}
          value={texts.max}
          onChange={(text) => form.set('max', text)}
          onBlur={() => form.touch('max')}
          scale={scale}
          unit={texts.fiat}
          error={faultText(form.faultOf('max'))}
          hint={band === null ? '' : t('upTo', { amount: fiat(band.fiat.max_amount, texts.fiat) })}
        />
      </Stack>
      <WayFields form={form} />
      <Select
        label={t('payTime')}
        value={texts.minutes}
        options={market.pay_minutes.map((count) => ({ value: String(count), label: t('minutes', { count }) }))}
        onChange={(text) => form.set('minutes', text)}
      />
      <HourFields
        from={texts.from}
        to={texts.to}
        onChange={(from, to) => {
          form.set('from', from)
          form.set('to', to)
        }}
      />
      <Remark form={form} />
    </>
  )
}

/** A fixed price, or one that follows the index at a distance. */
function PriceFields({ form, market, faultText }: Pick<Props, 'form' | 'market' | 'faultText'>) {
  const { t } = useTranslation('otc')
  const { change } = useNumbers()
  const { price } = useOtcFormat(market)
  const { texts } = form
  const band = bandOf(texts, market)
  const scale = band?.fiat.scale ?? 2
  const distance = band === null ? null : distanceOf(texts.price, band.index)
  const now = priceOf(texts, market)
  const margin = marginOf(texts)
  const priceHint =
    band === null
      ? ''
      : [
          t('priceHint', {
            index: price(band.index, texts.fiat),
            low: price(band.low, texts.fiat),
            high: price(band.high, texts.fiat),
          }),
          ...(distance === null ? [] : [t('toIndex', { change: change(distance) })]),
        ].join(' · ')
  return (
    <>
      <Segmented
        label={t('priceKind.title')}
        value={texts.kind}
        onChange={(kind) => form.set('kind', kind)}
        options={(['fixed', 'above', 'below'] as const).map((value) => ({ value, label: t(`priceKind.${value}`) }))}
      />
      {texts.kind === 'fixed' ? (
        <AmountField
          label={t('unitPrice')}
          value={texts.price}
          onChange={(text) => form.set('price', text)}
          onBlur={() => form.touch('price')}
          scale={scale + priceDecimals}
          unit={texts.fiat}
          error={faultText(form.faultOf('price'))}
          hint={priceHint}
        />
      ) : (
        <AmountField
          label={t('margin')}
          value={texts.margin}
          onChange={(text) => form.set('margin', text)}
          onBlur={() => form.touch('margin')}
          scale={2}
          unit="%"
          error={faultText(form.faultOf('margin'))}
          hint={
            now === '' || margin === ''
              ? t('marginHint')
              : t('marginNow', { price: price(now, texts.fiat), change: change(signed(margin)) })
          }
        />
      )}
    </>
  )
}

function Legend({ children }: { readonly children: string }) {
  return (
    <Note as="legend" endPad={2}>
      {children}
    </Note>
  )
}

function WayFields({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation('otc')
  const { texts } = form
  const ways = texts.ways.split(',').filter((way) => way !== '')
  const own = useMore(texts.side === 'sell').value ?? []
  const methods = texts.methods.split(',').filter(Boolean)
  const put = (nextWays: readonly string[], nextMethods: readonly string[]) => {
    form.set('ways', nextWays.join(','))
    form.set('methods', nextMethods.join(','))
  }
  return (
    <Stack as="fieldset" fits={150} gap={2}>
      <Legend>{t('waysTitle')}</Legend>
      {payWays.map((way) => (
        <Stack key={way} gap={1} isTop>
          <Checkbox
            isChecked={ways.includes(way)}
            onChange={(isOn) =>
              put(
                payWays.filter((each) => (each === way ? isOn : ways.includes(each))),
                isOn
                  ? methods
                  : methods.filter((id) => !own.some((each) => String(each.id) === id && each.way === way)),
              )
            }
          >
            {t(`ways.${way}`)}
          </Checkbox>
          {ways.includes(way) &&
            own
              .filter((each) => each.way === way)
              .map((each) => (
                <Checkbox
                  key={each.id}
                  isChecked={methods.includes(String(each.id))}
                  onChange={(isOn) =>
                    put(ways, isOn ? [...methods, String(each.id)] : methods.filter((id) => id !== String(each.id)))
                  }
                >
                  {moreName(each)}
                </Checkbox>
              ))}
        </Stack>
      ))}
      {texts.ways === '' && (
        <Box as="p" size={2} tone="fall" className={styles.wrong} role="alert">
          {t('refusals:way_unknown')}
        </Box>
      )}
    </Stack>
  )
}

function Remark({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation('otc')
  const { texts } = form
  return (
    <AreaField
      label={t('remark')}
      hint={t('remarkHint')}
      aside={`${[...texts.remark].length}/${remarkLength}`}
      rows={3}
      maxLength={remarkLength}
      value={texts.remark}
      onChange={(text) => form.set('remark', text)}
    />
  )
}

/** What the ad is worth, what it will hold, and its fee, before it is published. */
export function Preview({ texts, market }: { readonly texts: Terms; readonly market: OtcMarket }) {
  const { t } = useTranslation('otc')
  const { cost, fiat } = useOtcFormat(market)
  const band = bandOf(texts, market)
  const unit = priceOf(texts, market)
  const number = unitsOf(texts.total)
  if (band === null || number === null || unitsOf(unit) === null) return null
  const scale = market.coins.find(({ currency_name }) => currency_name === texts.coin)?.decimal_scale ?? 8
  const fee = cost(formatDec(otcFee(number, market.fee_rate, scale)), texts.coin)
  return (
    <Card as="section" gap={2} pad={4} aria-live="polite">
      <Facts
        kind="tall"
        facts={[
          { name: t('worth'), value: fiat(formatDec(otcWorth(number, unit, band.fiat.scale)), texts.fiat) },
          ...(texts.side === 'sell'
            ? [
                {
                  name: t('willHold'),
                  value: cost(formatDec(otcEscrow(number, market.fee_rate, scale)), texts.coin),
                  isStrong: true,
                },
              ]
            : []),
          { name: t(texts.side === 'sell' ? 'feeHeld' : 'feeTaken'), value: fee },
        ]}
      />
    </Card>
  )
}

const halfHours = Array.from(
  { length: 48 },
  (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
)
const workday = { from: '09:00', to: '18:00' }

type HourFieldsProps = {
  readonly from: string
  readonly to: string
  readonly onChange: (from: string, to: string) => void
}

/** When the ad may be taken, in the time of this device. */
function HourFields({ from, to, onChange }: HourFieldsProps) {
  const { t } = useTranslation('otc')
  const isSet = from !== '' && to !== ''
  // Hours written in another zone may lie between the half hours.
  const options = [...new Set([...halfHours, ...(isSet ? [from, to] : [])])]
    .toSorted()
    .map((value) => ({ value, label: value }))
  return (
    <Stack as="fieldset" fits={150} gap={2}>
      <Legend>{t('hours.title')}</Legend>
      <Checkbox isChecked={isSet} onChange={(isOn) => (isOn ? onChange(workday.from, workday.to) : onChange('', ''))}>
        {t('hours.limit')}
      </Checkbox>
      {isSet && (
        <Stack fits={150} gap={2} align="start">
          <Select label={t('hours.from')} value={from} options={options} onChange={(value) => onChange(value, to)} />
          <Select
            label={t('hours.to')}
            value={to}
            options={options}
            onChange={(value) => onChange(from, value)}
            hint={t('hours.hint')}
          />
        </Stack>
      )}
    </Stack>
  )
}
