import { account } from '#contract/account/account.ts'
import { mailWordLength, type Protection } from '#contract/account/account-security.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { useFormSubmit } from './use-form-submit.ts'

/** Chooses the word that every message of the venue bears; an empty field removes it. */
export function MailWord({
  word,
  onClose,
  onDone,
}: {
  readonly word: string
  readonly onClose: () => void
  readonly onDone: (now: Protection | null) => void
}) {
  const { t } = useTranslation('account')
  const form = useForm({ draft: 'mail-word', first: { word }, secrets: ['word'], check: () => ({}) })
  const submit = useFormSubmit(account.setMailWord, form, (now) => {
    toast('account:mailWord.done')
    onDone(now)
  })
  return (
    <Sheet title={t('mailWord.title')} isOpen onClose={onClose} isHeld={submit.isBusy}>
      <form
        ref={form.form}
        className={styles.sheet}
        noValidate
        onSubmit={form.submit((texts) => {
          if (submit.isBusy) return
          submit.reset()
          submit.send({ word: texts.word.trim() })
        })}
      >
        <p className={styles.text}>{t('mailWord.lead')}</p>
        <FormField
          form={form}
          name="word"
          label={t('mailWord.word')}
          hint={t('mailWord.hint', { max: mailWordLength })}
          autoComplete="off"
          maxLength={mailWordLength}
        />
        <FormFailure failure={form.failure} />
        {submit.state === 'unknown' && <p className={styles.check}>{t('outcome.unknown')}</p>}
        <Button type="submit" size="l" isWide isBusy={submit.isBusy} mayRetry={form.mayRetry}>
          {t('password.submit')}
        </Button>
      </form>
    </Sheet>
  )
}
