import { account } from '#contract/account/account.ts'
import { recovery } from '#contract/session/recovery.ts'
import { session } from '#contract/session/session.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { goBack, useHashSearch } from '#src/lib/hash-location.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { codeFault, codeFieldOf } from '#src/parts/form/checks.ts'
import { CodeField, TotpField } from '#src/parts/form/code-field.tsx'
import { useForm, type Form } from '#src/parts/form/use-form.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { Page } from '#src/ui/page.tsx'
import type { Failure } from '#contract/wire/reply.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  AccountField,
  accountFaults,
  accountFieldOf,
  accountInput,
  codeTarget,
  noAccount,
  sentAccount,
  type AccountTexts,
} from './account-fields.tsx'
import { sentProof, useProofForm } from './proof-form.ts'
import { StepForm, StepLine } from './step-form.tsx'

type NewTexts = AccountTexts & { code: string }

/** Another mail address or phone number: who has the new one proves it first, then who has the account. */
export function ContactPage() {
  const { t } = useTranslation('session')
  const kind = new URLSearchParams(useHashSearch()).get('kind') === 'email' ? 'email' : 'mobile'
  const user = useUser()
  const now = kind === 'email' ? user?.email : user?.phone
  const [isProven, setIsProven] = useState(false)
  const fresh = useForm<NewTexts>({
    draft: `contact-${kind}`,
    first: { ...noAccount, kind, code: '' },
    secrets: ['code'],
    check: (texts) => ({ ...accountFaults(texts), code: codeFault(texts.code) }),
    fieldOf: (texts) => ({ ...accountFieldOf(texts), ...codeFieldOf }),
  })
  const back = (refusal: Failure | null) => {
    setIsProven(false)
    if (refusal !== null) fresh.refuse(refusal)
  }
  return (
    <Page title={t(`contact.${kind}`)}>
      <Box lay="column" gap={2} isFull>
        <LockBanner stops="change" />
        <StepLine at={isProven ? 2 : 1} of={2} />
        {isProven ? (
          <OwnStep fresh={fresh} onBack={back} />
        ) : (
          <NewStep kind={kind} now={now ?? null} form={fresh} onProven={() => setIsProven(true)} />
        )}
      </Box>
    </Page>
  )
}

type NewProps = {
  readonly kind: 'email' | 'mobile'
  /** The one that it takes the place of, masked. */
  readonly now: string | null
  readonly form: Form<NewTexts>
  readonly onProven: () => void
}
/** The new one, and the code that was sent to it; the check does not use the code up. */
function NewStep({ kind, now, form, onProven }: NewProps) {
  const { t } = useTranslation('session')
  const { state, isBusy, failure, send, reset } = useSubmit(
    kind === 'email' ? session.checkEmail : session.checkMobile,
    {
      onDone: onProven,
    },
  )
  useOnValue(state === 'refused' ? failure : null, form.refuse)
  return (
    <StepForm
      form={form}
      isBusy={isBusy}
      button={t('forgot.next')}
      onSubmit={(texts) => {
        if (isBusy) return
        const { account: user_string, areacode } = sentAccount(texts)
        const code = texts.code.trim()
        reset()
        send({
          user_string,
          type: 'bind',
          ...(kind === 'email' ? { email_code: code } : { mobile_code: code }),
          ...(areacode !== null && { areacode }),
        })
      }}
    >
      <Box as="p" size={3} tone={2} isLoose>
        {now === null ? t('contact.add') : t('contact.now', { now })}
      </Box>
      <AccountField form={form} />
      <CodeField form={form} name="code" purpose="bind" target={() => codeTarget(form)} />
    </StepForm>
  )
}

type OwnProps = { readonly fresh: Form<NewTexts>; readonly onBack: (refusal: Failure | null) => void }
/** The code that is sent to where the account is reached now, and the app where there is one. */
function OwnStep({ fresh, onBack }: OwnProps) {
  const { t } = useTranslation('session')
  const { request, session: actor } = useServices()
  const hasTotp =
    useRead('protection', (signal) => request.read(account.protection, {}, { signal })).value?.totp === true
  const form = useProofForm('contact-proof', hasTotp)
  const { state, isBusy, failure, send, reset } = useSubmit(recovery.changeContact, {
    onDone: () => {
      fresh.drop()
      toast('session:contact.done')
      void request.read(account.center, {}).then((reply) => {
        if (reply.ok) actor.send({ type: 'user.changed', user: reply.value })
      })
      goBack()
    },
  })
  useOnValue(state === 'refused' ? failure : null, (refusal) => {
    const isOfNew =
      refusal.kind === 'refused' && (refusal.params['of'] === 'new' || refusal.reason.startsWith('account_'))
    if (isOfNew) onBack(refusal)
    else form.refuse(refusal)
  })
  return (
    <StepForm
      form={form}
      isBusy={isBusy}
      button={t('contact.go')}
      onBack={() => onBack(null)}
      back={t('contact.back')}
      onSubmit={(proof) => {
        if (isBusy) return
        reset()
        send({ ...accountInput(fresh.texts), new_code: fresh.texts.code.trim(), ...sentProof(proof, hasTotp) })
      }}
    >
      <Box as="p" size={3} tone={2} isLoose>
        {t('contact.own')}
      </Box>
      <CodeField form={form} name="code" purpose="password" target={() => ({ to: 'own' })} asksAtOnce />
      {hasTotp && <TotpField form={form} name="totp" />}
      <Note isLoose>{t('contact.hold')}</Note>
    </StepForm>
  )
}
