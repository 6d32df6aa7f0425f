import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Submit } from '#src/actors/use-submit.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Note, Stack } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'

type Props = {
  readonly title: string
  readonly confirm: string
  readonly kind?: 'primary' | 'danger'
  readonly submit: Pick<Submit<Endpoint<'changes'>>, 'isBusy' | 'failure'>
  readonly onSend: (reason: string) => void
  readonly onClose: () => void
  readonly children?: ReactNode
  /** One person only proposes it. */
  readonly takesTwo?: boolean
}

/** Asks why before an act of the desk: what is typed stays when it is refused. */
export function AskSheet({
  title,
  confirm,
  kind = 'primary',
  submit: { isBusy, failure },
  onSend,
  onClose,
  children,
  takesTwo = false,
}: Props) {
  const { t } = useTranslation('desk')
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const isMissing = reason.trim() === ''
  return (
    <Sheet
      title={title}
      isOpen
      isHeld={isBusy}
      onClose={onClose}
      footer={
        <Button
          kind={kind}
          size="l"
          isWide
          isBusy={isBusy}
          onClick={() => {
            setIsAsked(true)
            if (!isMissing) onSend(reason.trim())
          }}
        >
          {takesTwo ? t('propose') : confirm}
        </Button>
      }
    >
      <Stack gap={3} className={styles.ask}>
        {children}
        <Field
          label={t('reason')}
          value={reason}
          onChange={setReason}
          maxLength={300}
          error={isAsked && isMissing ? t('refusals:reason_required') : undefined}
        />
        <FormFailure failure={isBusy ? null : failure} />
        {takesTwo && (
          <Banner kind="warning" icon="user">
            {t('takesTwo')}
          </Banner>
        )}
        <Note breaks>{t('logged')}</Note>
      </Stack>
    </Sheet>
  )
}
