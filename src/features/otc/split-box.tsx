import { appealMax, type OtcMarket, type OtcOrder } from '#contract/otc/otc-order.ts'
import { otcFee } from '#contract/otc/otc-sums.ts'
import type { OtcAction } from '#contract/otc/otc-steps.ts'
import { divDown, formatDec, parseDec } from '#contract/wire/money.ts'
import type { OtcDetails } from '#machines/otc/otc-order.ts'
import { useDraft } from '#src/lib/draft.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { Box, Card, Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '#src/ui/facts.tsx'
import styles from './otc.module.css'
import { useOtcFormat } from './use-otc.ts'

type Props = {
  readonly order: OtcOrder
  readonly market: OtcMarket | null
  readonly may: readonly OtcAction[]
  readonly isBusy: boolean
  readonly act: (action: OtcAction, details?: OtcDetails) => void
}
const pinLength = 6
const shares = [25, 50, 75] as const

/** The split that stands in an appeal, and the ways to answer it. */
export function SplitBox({ order, market, may, isBusy, act }: Props) {
  const { t } = useTranslation('otc')
  const { coin } = useOtcFormat(market)
  const [open, setOpen] = useState<'offer' | 'agree' | null>(null)
  const standing = order.offers.at(-1)
  const isMine = standing?.by === order.my_role
  const peer = order.my_role === 'buyer' ? order.seller : order.buyer
  const part = (name: string, number: string) => ({ name, value: coin(number, order.currency_name), isStrong: true })
  const partsOf = ({ to_buyer, to_seller }: { readonly to_buyer: string; readonly to_seller: string }) => [
    part(t('split.toBuyer', { name: order.buyer.nickname }), to_buyer),
    part(t('split.toSeller', { name: order.seller.nickname }), to_seller),
  ]
  if (order.split !== null)
    return (
      <Card as="section" gap={2} pad={4} aria-label={t('split.title')}>
        <h3>{t('split.agreed')}</h3>
        <Facts kind="tall" facts={partsOf(order.split)} />
      </Card>
    )
  if (!may.includes('offer')) return null
  const mayOffer = order.offers.filter(({ by }) => by === order.my_role).length < appealMax
  return (
    <Card as="section" gap={2} pad={4} aria-label={t('split.title')}>
      <h3>{t('split.title')}</h3>
      {standing === undefined ? (
        <Note>{t('split.text')}</Note>
      ) : (
        <>
          <p role="status">{t(isMine ? 'split.yours' : 'split.theirs', { name: peer.nickname })}</p>
          <Facts kind="tall" facts={partsOf(standing)} />
        </>
      )}
      <Box lay="row" gap={2} wraps className={styles.actions}>
        {mayOffer && (
          <Button kind="quiet" isBusy={isBusy} onClick={() => setOpen('offer')}>
            {t(standing === undefined ? 'split.offer' : isMine ? 'split.change' : 'split.counter')}
          </Button>
        )}
        {may.includes('agree') && (
          <Button isBusy={isBusy} onClick={() => setOpen('agree')}>
            {t('split.agree')}
          </Button>
        )}
      </Box>
      {open === 'offer' && (
        <OfferSheet
          order={order}
          market={market}
          onClose={() => setOpen(null)}
          onSend={(details) => {
            setOpen(null)
            act('offer', details)
          }}
        />
      )}
      {open === 'agree' && standing !== undefined && may.includes('agree') && (
        <AgreeSheet
          parts={partsOf(standing)}
          isSeller={order.my_role === 'seller'}
          onClose={() => setOpen(null)}
          onSend={(pin) => {
            setOpen(null)
            act('agree', { offerNo: standing.no, pin })
          }}
        />
      )}
    </Card>
  )
}

type OfferProps = {
  readonly order: OtcOrder
  readonly market: OtcMarket | null
  readonly onClose: () => void
  readonly onSend: (details: OtcDetails) => void
}
function OfferSheet({ order, market, onClose, onSend }: OfferProps) {
  const { t } = useTranslation('otc')
  const { coin } = useOtcFormat(market)
  const { texts, change, drop } = useDraft(`otc-split-${order.id}`, { toBuyer: '' })
  const [pin, setPin] = useState('')
  const scale = market?.coins.find(({ currency_id }) => currency_id === order.currency_id)?.decimal_scale ?? 8
  const whole = parseDec(order.number)
  const part = texts.toBuyer === '' ? null : parseDec(texts.toBuyer)
  const isOver = part !== null && part > whole
  const isSeller = order.my_role === 'seller'
  const step = 10n ** BigInt(8 - scale)
  const portion = (percent: number) => {
    const units = divDown(whole * BigInt(percent), 100n)
    return formatDec(units - (units % step))
  }
  const isReady = part !== null && part > 0n && !isOver && (!isSeller || pin.length === pinLength)
  return (
    <Sheet
      title={t('split.offer')}
      isOpen
      isTall
      onClose={onClose}
      footer={
        <Button
          isWide
          size="l"
          disabled={!isReady}
          onClick={() => {
            drop()
            onSend({ toBuyer: texts.toBuyer, pin })
          }}
        >
          {t('split.send')}
        </Button>
      }
    >
      <Stack gap={4} topPad={2} endPad={6}>
        <p>{t('split.offerText')}</p>
        <AmountField
          label={t('split.toBuyer', { name: order.buyer.nickname })}
          value={texts.toBuyer}
          onChange={(toBuyer) => change({ toBuyer })}
          scale={scale}
          unit={order.currency_name}
          error={isOver ? t('refusals:amount_above_max', { max: coin(order.number, order.currency_name) }) : null}
          onMax={() => change({ toBuyer: order.number })}
        />
        <Box lay="row" gap={2} wraps className={styles.actions}>
          {shares.map((percent) => (
            <Button
              key={percent}
              size="s"
              kind="quiet"
              onClick={() => change({ toBuyer: portion(percent) })}
            >{`${percent}%`}</Button>
          ))}
        </Box>
        {part !== null && !isOver && <Rest order={order} market={market} part={part} scale={scale} />}
        {isSeller && <FundPassword value={pin} onChange={setPin} />}
      </Stack>
    </Sheet>
  )
}

type RestProps = Pick<OfferProps, 'order' | 'market'> & { readonly part: bigint; readonly scale: number }
/** What is left for the seller, and the fee of whoever pays it. */
function Rest({ order, market, part, scale }: RestProps) {
  const { t } = useTranslation('otc')
  const { coin, cost } = useOtcFormat(market)
  return (
    <Facts
      kind="tall"
      facts={[
        {
          name: t('split.toSeller', { name: order.seller.nickname }),
          value: coin(formatDec(parseDec(order.number) - part), order.currency_name),
          isStrong: true,
        },
        ...(order.fee_payer === order.my_role && market !== null
          ? [
              {
                name: t('fee'),
                value: cost(formatDec(otcFee(part, market.fee_rate, scale)), order.currency_name),
              },
            ]
          : []),
      ]}
    />
  )
}

type AgreeProps = {
  readonly parts: Parameters<typeof Facts>[0]['facts']
  readonly isSeller: boolean
  readonly onClose: () => void
  readonly onSend: (pin: string) => void
}
function AgreeSheet({ parts, isSeller, onClose, onSend }: AgreeProps) {
  const { t } = useTranslation('otc')
  const [pin, setPin] = useState('')
  return (
    <Sheet
      title={t('split.agree')}
      isOpen
      onClose={onClose}
      footer={
        <Button isWide size="l" disabled={isSeller && pin.length < pinLength} onClick={() => onSend(pin)}>
          {t('split.agreeSend')}
        </Button>
      }
    >
      <Stack gap={4} topPad={2} endPad={6}>
        <Facts kind="tall" facts={parts} />
        <Note>{t('split.agreeText')}</Note>
        {isSeller && <FundPassword value={pin} onChange={setPin} />}
      </Stack>
    </Sheet>
  )
}
