import { boughtIn, type OtcMarket, type OtcOrder } from '#contract/otc/otc-order.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Card, Press, Stack } from '#src/ui/box.tsx'
import { Photos } from '#src/parts/photos/photos.tsx'
import { useTranslation } from 'react-i18next'
import { copiedFact } from '#src/parts/copy-button.tsx'
import { Facts, type Fact } from '#src/ui/facts.tsx'
import styles from './otc.module.css'
import { useOtcFormat } from './use-otc.ts'

/** What was agreed: sums, price, fee, numbers, names. */
export function OrderFacts({ order, market }: { readonly order: OtcOrder; readonly market: OtcMarket | null }) {
  const { t } = useTranslation('otc')
  const { time } = useNumbers()
  const { fiat, coin, cost, price } = useOtcFormat(market)
  const isBuyer = order.my_role === 'buyer'
  const isMyFee = order.fee_payer === order.my_role
  const isDead = order.status === 'cancelled'
  const bought = boughtIn(order)
  const received = formatDec(parseDec(bought) - (isBuyer && isMyFee ? parseDec(order.fee) : 0n))
  const facts: Fact[] = [
    {
      // Nothing is to be paid for an order that was cancelled.
      ...(isDead
        ? { name: t('orderSum'), value: fiat(order.total_amount, order.fiat) }
        : copiedFact(t(isBuyer ? 'youPay' : 'youGet'), fiat(order.total_amount, order.fiat), order.total_amount)),
      isStrong: !isDead,
    },
    {
      name: t(isDead ? 'orderCoins' : isBuyer ? 'youReceive' : 'youGive'),
      value: isBuyer ? coin(received, order.currency_name) : cost(bought, order.currency_name),
    },
    { name: t('unitPrice'), value: price(order.unit_price, order.fiat) },
    ...(isMyFee ? [{ name: t('fee'), value: cost(order.fee, order.currency_name) }] : []),
    { name: t('way'), value: t(`ways.${order.way}`) },
    copiedFact(t('orderNo'), order.order_no),
    { name: t('orderTime'), value: time(order.create_time) },
    { name: t('buyer'), value: `${order.buyer.nickname} · ${order.buyer.real_name}` },
    { name: t('seller'), value: `${order.seller.nickname} · ${order.seller.real_name}` },
  ]
  return (
    <Card as="section" gap={2} pad={4}>
      <Facts kind="tall" facts={facts} />
    </Card>
  )
}

/** Where the money goes; each line can be copied while the order is open. */
export function PayeeCard({ order }: { readonly order: OtcOrder }) {
  const { t } = useTranslation('otc')
  const { payee, status } = order
  if (status === 'cancelled') return null
  const isOpen = status !== 'confirmed'
  const lines: readonly (readonly [string, string | null])[] = [
    ['real_name', payee.real_name],
    ['bank_name', payee.bank_name],
    ['bank_branch', payee.bank_branch],
    ['bank_account', payee.bank_account],
    ['swift_code', payee.swift_code],
    ['bank_address', payee.bank_address],
    ['residence_address', payee.residence_address],
    ['postal_code', payee.postal_code],
    ['alipay_account', payee.alipay_account],
    ['wechat_nickname', payee.wechat_nickname],
    ['wechat_account', payee.wechat_account],
  ]
  const facts = lines.flatMap(([name, value]): Fact[] =>
    value === null || value === ''
      ? []
      : [
          {
            ...(isOpen ? copiedFact(t(`payee.${name}`), value) : { name: t(`payee.${name}`), value }),
            isStrong: name === 'real_name',
          },
        ],
  )
  const qr = payee.alipay_qr_code ?? payee.wechat_qr_code
  return (
    <Card as="section" gap={2} pad={4} aria-label={t('payeeTitle')}>
      <h3>{t(order.my_role === 'buyer' ? 'payTo' : 'paidTo', { way: t(`ways.${order.way}`) })}</h3>
      <Facts kind="tall" facts={facts} />
      {qr !== null && isOpen && <img className={styles.qr} src={qr} alt={t('qr')} />}
    </Card>
  )
}

/** Pictures in a row; a tap shows one in full. */
export function Vouchers({ title, urls }: { readonly title: string; readonly urls: readonly string[] }) {
  const { t } = useTranslation('otc')
  const photos = urls.map((url, at) => ({ url, name: t('picture', { n: at + 1 }) }))
  return (
    <Stack as="section" gap={2} aria-label={title}>
      <h3>{title}</h3>
      <Photos photos={photos}>
        {(show) => (
          <Box as="ul" lay="row" gap={2} wraps>
            {photos.map(({ url, name }, at) => (
              <li key={url}>
                <Press
                  ground="well"
                  round={2}
                  clips
                  className={styles.picture}
                  aria-label={name}
                  onClick={() => show(at)}
                >
                  <img data-cover="" src={url} alt="" loading="lazy" />
                </Press>
              </li>
            ))}
          </Box>
        )}
      </Photos>
    </Stack>
  )
}
