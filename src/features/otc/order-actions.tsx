import { appealMax, type OtcMarket, type OtcOrder } from '#contract/otc/otc-order.ts'
import type { OtcAction } from '#contract/otc/otc-steps.ts'
import type { Failure } from '#contract/wire/reply.ts'
import type { OtcDetails } from '#machines/otc/otc-order.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { PictureField } from '#src/parts/form/picture-field.tsx'
import { Box } from '#src/ui/box.tsx'
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
type Open = 'vouchers' | 'undo' | 'cancel' | 'release' | 'appeal' | null
const mostVouchers = 6

/** The steps this party may take now: one big button, the others beside it. */
export function OrderActions({ order, market, may, isBusy, failure, act }: Props) {
  const { t } = useTranslation('otc')
  const [open, setOpen] = useState<Open>(null)
  const [vouchers, setVouchers] = useState<readonly string[]>([])
  const { coin, fiat } = useOtcFormat(market)
  const isFirst = order.status === 'to_be_paid'
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
      {can('pay') && !isFirst ? (
        <Button kind="quiet" isBusy={isBusy} onClick={() => setOpen('vouchers')}>
          {t('act.resend')}
        </Button>
      ) : null}
      {can('cancelTradeOrder') && (
        <Button kind="quiet" isBusy={isBusy} onClick={() => setOpen('cancel')}>
          {t('act.cancel')}
        </Button>
      )}
      {can('undo') && (
        <Button kind="quiet" isBusy={isBusy} onClick={() => setOpen('undo')}>
          {t('act.undo')}
        </Button>
      )}
      {can('appeal') && (
        <Button
          kind={order.my_role === 'buyer' && order.status === 'to_be_confirmed' ? 'primary' : 'quiet'}
          isBusy={isBusy}
          onClick={() => setOpen('appeal')}
        >
          {t(order.appeals.length > 0 ? 'act.statement' : 'act.appeal')}
        </Button>
      )}
      {can('pay') && isFirst && (
        <Button isBusy={isBusy} onClick={() => setOpen('vouchers')}>
          {t('act.paid')}
        </Button>
      )}
      {can('confirm') && (
        <Button isBusy={isBusy} onClick={() => setOpen('release')}>
          {t('act.release')}
        </Button>
      )}
      {isFull && may.includes('appeal') && (
        <p className={styles.note}>{t('refusals:appeal_full', { max: appealMax })}</p>
      )}
      {may.length === 0 && <p className={styles.note}>{t('nothingToDo')}</p>}
      <Sheet
        title={t(isFirst ? 'act.paid' : 'act.resend')}
        isOpen={open === 'vouchers' && can('pay')}
        onClose={close}
        footer={
          <Button isWide size="l" disabled={vouchers.length === 0} onClick={() => done('pay', { vouchers })}>
            {t(isFirst ? 'act.paidConfirm' : 'act.resendConfirm', { amount: fiat(order.total_amount, order.fiat) })}
          </Button>
        }
      >
        <div className={styles.form}>
          <p>{t('paidAsk', { amount: fiat(order.total_amount, order.fiat), name: order.seller.real_name })}</p>
          <PictureField
            label={t('vouchers')}
            hint={t('vouchersHint')}
            folder="voucher"
            value={vouchers}
            onChange={setVouchers}
            max={mostVouchers}
          />
          {vouchers.length === 0 && <p className={styles.note}>{t('refusals:voucher_required')}</p>}
        </div>
      </Sheet>
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
