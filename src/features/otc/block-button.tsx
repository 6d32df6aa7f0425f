import { otc } from '#contract/otc/otc.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** A merchant, or the other party of an order. */
  readonly who: { readonly user_id: number } | { readonly order_id: string }
  readonly name: string
  readonly isBlocked: boolean
  readonly onDone?: () => void
}

/** Blocks a person, after a question, or unblocks them. */
export function BlockButton({ who, name, isBlocked, onDone }: Props) {
  const { t } = useTranslation('otc')
  const [isAsking, setIsAsking] = useState(false)
  const block = useSubmit(otc.block, { onDone: () => onDone?.() })
  const isNow = block.value?.is_blocked ?? isBlocked
  const send = () => {
    setIsAsking(false)
    block.send({ ...who, is_blocked: !isNow })
  }
  return (
    <>
      <Button kind="text" isBusy={block.isBusy} onClick={() => (isNow ? send() : setIsAsking(true))}>
        {t(isNow ? 'block.undo' : 'block.do', { name })}
      </Button>
      <FormFailure failure={block.isBusy ? null : block.failure} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('block.do', { name })}
        confirm={t('block.confirm')}
        kind="danger"
        onConfirm={send}
        onClose={() => setIsAsking(false)}
      >
        {t('block.ask')}
      </ConfirmDialog>
    </>
  )
}
