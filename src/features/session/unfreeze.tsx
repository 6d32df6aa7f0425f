import { recovery } from '#contract/session/recovery.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { formatTime } from '#src/lib/format.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { CodeField, TotpField } from '#src/parts/form/code-field.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { toast } from '#src/stores/toasts.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Note } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { accountInput, codeTarget, type AccountTexts } from './account-fields.tsx'
import type { Frozen } from './frozen.ts'
import { sentProof, useProofForm } from './proof-form.ts'
import { enterWith } from './sign-in.actors.ts'
import { StepForm } from './step-form.tsx'

type Props = {
  readonly account: Form<AccountTexts & { password: string }>
  readonly frozen: Frozen
  /** The app is lost: its removal is asked for. */
  readonly onLost: () => void
  readonly onBack: () => void
}
/** Opens an account that its owner has frozen, after a right password: with a code, and the app where there is one. */
export function Unfreeze({ account, frozen: { at, hasTotp }, onLost, onBack }: Props) {
  const { t } = useTranslation('session')
  const services = useServices()
  const form = useProofForm('unfreeze', hasTotp)
  const { state, isBusy, failure, send, reset } = useSubmit(recovery.unfreeze, {
    onDone: (value) => {
      toast('session:frozen.done')
      void enterWith(services, value?.session).then((isIn) => isIn || onBack())
    },
  })
  useOnValue(state === 'refused' ? failure : null, form.refuse)
  return (
    <StepForm
      form={form}
      isBusy={isBusy}
      button={t('frozen.go')}
      aside={
        hasTotp && (
          <Button kind="text" onClick={onLost}>
            {t('lost.link')}
          </Button>
        )
      }
      onBack={onBack}
      onSubmit={(proof) => {
        if (isBusy) return
        reset()
        send({ ...accountInput(account.texts), password: account.texts.password, ...sentProof(proof, hasTotp) })
      }}
    >
      <Banner kind="warning" icon="lock">
        {t('frozen.lead', { time: formatTime(at) })}
      </Banner>
      <CodeField form={form} name="code" purpose="forget" target={() => codeTarget(account)} asksAtOnce />
      {hasTotp && <TotpField form={form} name="totp" />}
      <Note isLoose>{t('frozen.hold')}</Note>
    </StepForm>
  )
}
