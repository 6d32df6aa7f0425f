import { appealMax, type OtcMarket, type OtcOrder } from '#contract/otc/otc-order.ts'
import type { OtcAction } from '#contract/otc/otc-steps.ts'
import type { Failure } from '#contract/wire/reply.ts'
import type { OtcDetails } from '#machines/otc/otc-order.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { PictureField } from '#src/parts/form/picture-field.tsx'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppealSheet } from './appeal-sheet.tsx'
import { ReleaseSheet } from './release-sheet.tsx'
import styles from './otc.module.css'
import { useOtcFormat } from './use-otc.ts'

type Props = {
  readonly order: OtcOrder
  readonly market: OtcMarket | null
  readonly may: readonly OtcAction[]
  readonly isBusy: boolean
  readonly failure: Failure | null
  readonly act: (action: OtcAction, details?: OtcDetails) => void
}
type Open = 'vouchers' | 'undo' | 'cancel' | 'release' | 'appeal'
const mostVouchers = 6
const isFirstPay = ({ status }: OtcOrder) => status === 'to_be_paid'

/** The steps this party may take now: one big button, the others beside it. */
export function OrderActions({ order, market, may, isBusy, failure, act }: Props) {
  const { t } = useTranslation('otc')
  const [open, setOpen] = useState<Open | null>(null)
  const [vouchers, setVouchers] = useState<readonly string[]>([])
  const { coin, fiat } = useOtcFormat(market)
  const close = () => setOpen(null)
  const done = (action: OtcAction, details?: OtcDetails) => {
    close()
    act(action, details)
  }
  /** What one party may say in an appeal is limited; the desk has read enough then. */
  const isFull = order.appeals.filter(({ by }) => by === order.my_role).length >= appealMax
  const can = (action: OtcAction) => may.includes(action) && !(action === 'appeal' && isFull)
  return (
    <Box lay="row" gap={2} wraps className={styles.actions}>
      <FormFailure failure={failure} />
      <Steps order={order} can={can} isBusy={isBusy} onOpen={setOpen} />
      {isFull && may.includes('appeal') && <Note>{t('refusals:appeal_full', { max: appealMax })}</Note>}
      {may.length === 0 && <Note>{t('nothingToDo')}</Note>}
      {open === 'vouchers' && can('pay') && (
        <VoucherSheet
          order={order}
          amount={fiat(order.total_amount, order.fiat)}
          vouchers={vouchers}
          onChange={setVouchers}
          onClose={close}
          onSend={() => done('pay', { vouchers })}
        />
      )}
      <ConfirmDialog
        isOpen={open === 'cancel' && can('cancelTradeOrder')}
        title={t('act.cancel')}
        confirm={t('act.cancel')}
        kind="danger"
        onConfirm={() => done('cancelTradeOrder')}
        onClose={close}
      >
        {t('cancelAsk')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'undo' && can('undo')}
        title={t('act.undo')}
        confirm={t('act.undo')}
        kind="danger"
        onConfirm={() => done('undo')}
        onClose={close}
      >
        {t('undoAsk')}
      </ConfirmDialog>
      {open === 'release' && can('confirm') && (
        <ReleaseSheet
          coins={coin(order.number, order.currency_name)}
          amount={fiat(order.total_amount, order.fiat)}
          buyer={order.buyer}
          onClose={close}
          onRelease={(pin) => done('confirm', { pin })}
        />
      )}
      {open === 'appeal' && can('appeal') && (
        <AppealSheet order={order} onClose={close} onSend={(details) => done('appeal', details)} />
      )}
    </Box>
  )
}

type StepsProps = {
  readonly order: OtcOrder
  readonly can: (action: OtcAction) => boolean
  readonly isBusy: boolean
  readonly onOpen: (what: Open) => void
}
function Steps({ order, can, isBusy, onOpen }: StepsProps) {
  const { t } = useTranslation('otc')
  const isFirst = isFirstPay(order)
  const isAppealNext = order.my_role === 'buyer' && order.status === 'to_be_confirmed'
  const steps = [
    { open: 'vouchers', may: can('pay') && !isFirst, text: t('act.resend') },
    { open: 'cancel', may: can('cancelTradeOrder'), text: t('act.cancel') },
    { open: 'undo', may: can('undo'), text: t('act.undo') },
    {
      open: 'appeal',
      may: can('appeal'),
      text: t(
        order.status === 'cancelled' ? 'cancelledPaid' : order.appeals.length > 0 ? 'act.statement' : 'act.appeal',
      ),
      isNext: isAppealNext,
    },
    { open: 'vouchers', may: can('pay') && isFirst, text: t('act.paid'), isNext: true },
    { open: 'release', may: can('confirm'), text: t('act.release'), isNext: true },
  ] as const satisfies readonly { open: Open; may: boolean; text: string; isNext?: boolean }[]
  return steps.map(
    ({ open, may, text, ...more }) =>
      may && (
        <Button
          key={open}
          kind={'isNext' in more && more.isNext ? 'primary' : 'quiet'}
          isBusy={isBusy}
          onClick={() => onOpen(open)}
        >
          {text}
        </Button>
      ),
  )
}

type VoucherProps = {
  readonly order: OtcOrder
  readonly amount: string
  readonly vouchers: readonly string[]
  readonly onChange: (vouchers: readonly string[]) => void
  readonly onClose: () => void
  readonly onSend: () => void
}
/** That it was paid, with what proves it. */
function VoucherSheet({ order, amount, vouchers, onChange, onClose, onSend }: VoucherProps) {
  const { t } = useTranslation('otc')
  const isFirst = isFirstPay(order)
  return (
    <Sheet
      title={t(isFirst ? 'act.paid' : 'act.resend')}
      isOpen
      onClose={onClose}
      footer={
        <Button isWide size="l" disabled={vouchers.length === 0} onClick={onSend}>
          {t(isFirst ? 'act.paidConfirm' : 'act.resendConfirm', { amount })}
        </Button>
      }
    >
      <Stack gap={4} topPad={2} endPad={6}>
        <p>{t('paidAsk', { amount, name: order.seller.real_name })}</p>
        <PictureField
          label={t('vouchers')}
          hint={t('vouchersHint')}
          folder="voucher"
          value={vouchers}
          onChange={onChange}
          max={mostVouchers}
        />
        {vouchers.length === 0 && <Note>{t('refusals:voucher_required')}</Note>}
      </Stack>
    </Sheet>
  )
}
