import type { WithdrawInfo } from '#contract/wallet/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { percentOf } from '#src/lib/amount.ts'
import { formatTime } from '#src/lib/format.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { PictureField } from '#src/parts/form/picture-field.tsx'
import type { FieldFault } from '#src/parts/form/use-form.ts'
import { Note, Press, Stack } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'

const parts = [25, 50, 75, 100] as const
type SharesProps = { readonly balance: string; readonly scale: number; readonly onChoose: (amount: string) => void }
/** A quarter, a half, three quarters or all of a balance. */
export function Shares({ balance, scale, onChoose }: SharesProps) {
  const { t } = useTranslation('ui')
  return (
    <Stack role="group" gap={2} columns={4} aria-label={t('share')}>
      {parts.map((percent) => (
        <Press
          key={percent}
          ground="raised"
          round={2}
          size={2}
          tone={2}
          isTouch
          isEdged
          onClick={() => onChoose(percentOf(balance, percent, scale))}
        >
          {percent}%
        </Press>
      ))}
    </Stack>
  )
}

type LimitProps = { readonly info: Pick<WithdrawInfo, 'day_limit' | 'day_used' | 'day_left' | 'resets_ms'> }
/** What may leave the account today, worth in the base coin. */
export function WithdrawLimit({ info: { day_limit, day_used, day_left, resets_ms } }: LimitProps) {
  const { t } = useTranslation('wallet')
  const shown = useNumbers()
  const [left, limit, used] = [day_left, day_limit, day_used].map((sum) => shown.money(sum, baseCoin.name))
  return <Note isLoose>{t('withdraw.limit', { left, limit, used, at: formatTime(resets_ms) })}</Note>
}

const separator = '\n'
export const picturesIn = (text: string): string[] => text.split(separator).filter((link) => link !== '')
export const proofFault = (text: string) => (picturesIn(text).length === 0 ? 'refusals:proof_required' : null)
type ProofProps = {
  readonly fields: {
    readonly texts: { readonly imgs: string }
    readonly set: (name: 'imgs', text: string) => void
    readonly faultOf: (name: 'imgs') => FieldFault
  }
  readonly onPending: (count: number) => void
}
/** Pictures that prove a payment: one at least. */
export function ProofField({ fields, onPending }: ProofProps) {
  const { t } = useTranslation('wallet')
  const faultText = useFaultText('refusals')
  return (
    <PictureField
      label={t('proof')}
      hint={t('proofHint')}
      folder="voucher"
      max={6}
      value={picturesIn(fields.texts.imgs)}
      onChange={(stored) => fields.set('imgs', stored.join(separator))}
      error={faultText(fields.faultOf('imgs'))}
      onPending={onPending}
    />
  )
}
