import { Box } from '#src/ui/box.tsx'
import { account } from '#contract/account/account.ts'
import { mailWordLength, type Protection } from '#contract/account/account-security.ts'
import { FormShell, useFormSubmit } from '#src/parts/form/form-shell.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { toast } from '#src/stores/toasts.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'

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
      <FormShell
        form={form}
        gap={4}
        isBusy={submit.isBusy}
        unknown={submit.state === 'unknown' && t('outcome.unknown')}
        button={t('password.submit')}
        onSubmit={(texts) => {
          if (submit.isBusy) return
          submit.reset()
          submit.send({ word: texts.word.trim() })
        }}
      >
        <Box as="p" tone={2} isLoose>
          {t('mailWord.lead')}
        </Box>
        <FormField
          form={form}
          name="word"
          label={t('mailWord.word')}
          hint={t('mailWord.hint', { max: mailWordLength })}
          autoComplete="off"
          maxLength={mailWordLength}
        />
      </FormShell>
    </Sheet>
  )
}
