import { Stack } from '#src/ui/box.tsx'
import type { OtcOrder } from '#contract/otc/otc-order.ts'
import type { OtcDetails } from '#machines/otc/otc-order.ts'
import { useDraft } from '#src/lib/draft.ts'
import { PictureField } from '#src/parts/form/picture-field.tsx'
import { Button } from '#src/ui/button.tsx'
import { AreaField } from '#src/ui/field.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { readonly order: OtcOrder; readonly onClose: () => void; readonly onSend: (details: OtcDetails) => void }
const mostLetters = 500
const mostVouchers = 6

/** What is wrong, in words and pictures; what is typed outlives a closed sheet and a reload. */
export function AppealSheet({ order, onClose, onSend }: Props) {
  const { t } = useTranslation('otc')
  const { texts, change } = useDraft(`otc-appeal-${order.id}`, { problem: '' })
  const [vouchers, setVouchers] = useState<readonly string[]>([])
  const [pending, setPending] = useState(0)
  const [isTried, setIsTried] = useState(false)
  const isLate = order.status === 'cancelled'
  const isOpening = isLate || order.status === 'to_be_confirmed'
  const problem = texts.problem.trim()
  const isReady = problem !== '' && (!isOpening || vouchers.length > 0)
  const send = () => {
    setIsTried(true)
    if (isReady) onSend({ problem, vouchers })
  }
  return (
    <Sheet
      title={t(isLate ? 'cancelledPaid' : isOpening ? 'act.appeal' : 'act.statement')}
      isOpen
      isTall
      onClose={onClose}
      footer={
        <Button isWide size="l" isBusy={pending > 0} onClick={send}>
          {t(isOpening ? 'appealSend' : 'statementSend')}
        </Button>
      }
    >
      <Stack gap={4} topPad={2} endPad={6}>
        <p>{t(isLate ? 'late.text' : isOpening ? 'appealText' : 'statementText')}</p>
        <AreaField
          label={t('problem')}
          aside={`${[...texts.problem].length}/${mostLetters}`}
          error={isTried && problem === '' ? t('refusals:problem_required') : null}
          rows={5}
          maxLength={mostLetters}
          value={texts.problem}
          onChange={(now) => change({ problem: now })}
        />
        <PictureField
          label={t('evidence')}
          hint={t('evidenceHint')}
          folder="voucher"
          value={vouchers}
          onChange={setVouchers}
          onPending={setPending}
          max={mostVouchers}
          error={isTried && isOpening && vouchers.length === 0 ? t('refusals:voucher_required') : null}
        />
      </Stack>
    </Sheet>
  )
}
