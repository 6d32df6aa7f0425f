import { connectRecovery } from '#machines/session/recovery.ts'
import { Box } from '#src/ui/box.tsx'
import { storeDraft } from '#src/lib/draft.ts'
import { go } from '#src/lib/hash-location.ts'
import { newKey } from '#src/lib/new-key.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { codeFault, codeFieldOf, passwordFault, repeatFault } from '#src/parts/form/checks.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { useServices } from '#src/actors/services.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { NewPassword } from '#src/parts/form/new-password.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { toast } from '#src/stores/toasts.ts'
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFields, accountFaults, accountFieldOf, codeTarget, noAccount, sentAccount } from './account-fields.tsx'
import { DoorPage } from './door-page.tsx'
import { recoveryLogic } from './recovery.actors.ts'
import { StepForm, StepLine } from './step-form.tsx'

const claimFirst = { ...noAccount, code: '' }
const secretFirst = { password: '', repeat: '' }

const useForms = () => ({
  claim: useForm({
    draft: 'forgot',
    first: claimFirst,
    secrets: ['code'],
    check: (texts) => ({ ...accountFaults(texts), code: codeFault(texts.code) }),
    fieldOf: (texts) => ({ ...accountFieldOf(texts), ...codeFieldOf }),
  }),
  secret: useForm({
    draft: 'forgot-password',
    first: secretFirst,
    secrets: ['password', 'repeat'],
    check: (texts) => ({ password: passwordFault(texts.password), repeat: repeatFault(texts.password, texts.repeat) }),
    fieldOf: () => ({
      password_required: 'password',
      password_too_short: 'password',
      password_common: 'password',
      password_mismatch: 'repeat',
    }),
  }),
})

/** Two steps: identification by a verification code, then the new password. */
export function ForgotPage() {
  const { t } = useTranslation('session')
  const services = useServices()
  const { claim, secret } = useForms()
  const [snapshot, send] = useMachine(useMemo(() => recoveryLogic(services), [services]))
  const { failure, isClaiming, isDone, isBusy } = connectRecovery(snapshot)
  useOnValue(failure, (refusal) => (isClaiming ? claim : secret).refuse(refusal))
  useOnValue(isDone || null, () => {
    const { kind, area, phone, email } = claim.texts
    claim.drop()
    storeDraft('login', { kind, area, phone, email })
    toast('session:forgot.done')
    go(sessionPaths.login, { replace: true })
  })
  return (
    <DoorPage title={t('forgot.title')}>
      <StepLine at={isClaiming ? 1 : 2} of={2} />
      {isClaiming ? (
        <StepForm
          key="claim"
          form={claim}
          onSubmit={(texts) => {
            const { account, areacode } = sentAccount(texts)
            send({ type: 'claim', claim: { account, areacode, code: texts.code.trim() } })
          }}
          isBusy={isBusy}
          button={t('forgot.next')}
        >
          <Box as="p" size={3} tone={2} isLoose>
            {t('forgot.leadAccount')}
          </Box>
          <AccountFields form={claim} />
          <CodeField form={claim} name="code" purpose="forget" target={() => codeTarget(claim)} />
        </StepForm>
      ) : (
        <StepForm
          key="secret"
          form={secret}
          onSubmit={({ password, repeat }) =>
            send({ type: 'submit', secret: { password, rePassword: repeat, key: newKey() } })
          }
          isBusy={isBusy}
          button={t('forgot.submit')}
          onBack={() => send({ type: 'back' })}
        >
          <Box as="p" size={3} tone={2} isLoose>
            {t('forgot.leadPassword')}
          </Box>
          <NewPassword form={secret} name="password" label={t('fields.newPassword')} />
          <FormField
            form={secret}
            name="repeat"
            label={t('fields.repeat')}
            type="password"
            autoComplete="new-password"
          />
        </StepForm>
      )}
    </DoorPage>
  )
}
