import { Box } from '#src/ui/box.tsx'
import { maxLostReason, recovery } from '#contract/session/recovery.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { formatTime } from '#src/lib/format.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { codeFault } from '#src/parts/form/checks.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm, type Form } from '#src/parts/form/use-form.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { codeFieldOf, codeTarget, sentAccount, type AccountTexts } from './account-fields.tsx'
import styles from './session.module.css'
import { StepForm } from './step-form.tsx'

type Props = { readonly account: Form<AccountTexts & { password: string }>; readonly onBack: () => void }

/** Asks the desk to take a lost authenticator app off the account whose password was right. */
export function LostAuthenticator({ account, onBack }: Props) {
  const { t } = useTranslation('session')
  const form = useForm({
    draft: 'lost-authenticator',
    first: { reason: '', code: '' },
    secrets: ['code'],
    check: ({ reason, code }) => ({
      reason: reason.trim() === '' ? 'session:lost.reasonRequired' : null,
      code: codeFault(code),
    }),
    fieldOf: () => ({ ...codeFieldOf, reason_required: 'reason' }),
  })
  const { state, isBusy, failure, value, send, reset } = useSubmit(recovery.loseTotp, { onDone: form.drop })
  useOnValue(state === 'refused' ? failure : null, form.refuse)
  if (value !== null)
    return (
      <Box lay="column" gap={2} className={styles.form}>
        <Banner icon="check">{t('lost.done', { time: formatTime(value.from_ms) })}</Banner>
        <Button kind="text" onClick={onBack}>
          {t('lost.back')}
        </Button>
      </Box>
    )
  return (
    <StepForm
      form={form}
      isBusy={isBusy}
      button={t('lost.ask')}
      onBack={onBack}
      back={t('lost.back')}
      onSubmit={({ reason, code }) => {
        if (isBusy) return
        const { kind, account: name, areacode } = sentAccount(account.texts)
        reset()
        send({
          user_type: kind,
          user_string: name,
          ...(areacode !== null && { areacode }),
          password: account.texts.password,
          code: code.trim(),
          reason: reason.trim(),
        })
      }}
    >
      <Box as="p" size={3} tone={2} isLoose>
        {t('lost.lead')}
      </Box>
      <FormField form={form} name="reason" label={t('lost.reason')} autoComplete="off" maxLength={maxLostReason} />
      <CodeField form={form} name="code" purpose="forget" target={() => codeTarget(account)} />
    </StepForm>
  )
}
