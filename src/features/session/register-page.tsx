import { connectSignUp } from '#machines/session/sign-up.ts'
import { Box, Press, Row } from '#src/ui/box.tsx'
import { storeDraft } from '#src/lib/draft.ts'
import { go, useHashSearch, useQuery } from '#src/lib/hash-location.ts'
import { newKey } from '#src/lib/new-key.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { useServices } from '#src/actors/services.tsx'
import { FormField, useFaultText } from '#src/parts/form/form-field.tsx'
import { NewPassword } from '#src/parts/form/new-password.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { Link } from '#src/parts/link.tsx'
import { useConfig } from '#src/stores/config.ts'
import { toast } from '#src/stores/toasts.ts'
import { useMachine } from '@xstate/react'
import { useMemo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFields, codeTarget, sentAccount } from './account-fields.tsx'
import { DoorPage } from './door-page.tsx'
import { useRegisterForms, type ClaimTexts, type SecretTexts } from './register-form.ts'
import styles from './session.module.css'
import { signUpLogic } from './sign-up.actors.ts'
import { StepForm, StepLine } from './step-form.tsx'
import { news, newsCategories } from '#contract/news/news.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import agreementBox from './agreement-box.module.css'

const signUpOf = (claim: ClaimTexts, secret: SecretTexts, areaCodeId: number | null) => ({
  ...sentAccount(claim),
  code: claim.code.trim(),
  password: secret.password,
  rePassword: secret.password,
  areaCodeId,
  invitation: secret.invite.trim(),
  line: secret.line.trim(),
  key: newKey(),
})

/** Two steps: phone or email with a code and the agreement, then a password. Afterwards the user is logged in. */
export function RegisterPage() {
  const { t } = useTranslation('session')
  const services = useServices()
  const search = useHashSearch()
  const { by, code: invite } = useQuery()
  const { verification, areaCodes } = useConfig()
  const { claim, secret } = useRegisterForms(verification, { by, invite })
  const logic = useMemo(() => signUpLogic(services), [services])
  const [snapshot, send] = useMachine(logic, { input: { needsCode: verification } })
  const { failure, isBusy, isClaiming, isRegistered, isDone } = connectSignUp(snapshot)
  useOnValue(failure, (refusal) => (isClaiming ? claim : secret).refuse(refusal))
  useOnValue(isDone || null, () => {
    const { kind, area, phone, email } = claim.texts
    claim.drop()
    secret.drop()
    if (!isRegistered) return
    // The login page finds the new account in its draft.
    storeDraft('login', { kind, area, phone, email })
    toast('session:register.done')
    go(search === '' ? sessionPaths.login : `${sessionPaths.login}?${search}`, { replace: true })
  })
  const areaCodeId =
    claim.texts.kind === 'email'
      ? null
      : (areaCodes?.find(({ area_code }) => area_code === claim.texts.area)?.id ?? null)
  return (
    <DoorPage title={t('register.title')}>
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
          aside={
            <Box as="p" size={3} tone={2} text="center" className={styles.other}>
              {t('register.hasAccount')}{' '}
              <Link to={search === '' ? sessionPaths.login : `${sessionPaths.login}?${search}`}>
                {t('register.login')}
              </Link>
            </Box>
          }
        >
          <AccountFields form={claim} />
          {verification && <CodeField form={claim} name="code" purpose="register" target={() => codeTarget(claim)} />}
          <AgreementBox form={claim} />
        </StepForm>
      ) : (
        <StepForm
          key="secret"
          form={secret}
          onSubmit={(texts) => send({ type: 'submit', form: signUpOf(claim.texts, texts, areaCodeId) })}
          isBusy={isBusy}
          button={t('register.submit')}
          onBack={() => send({ type: 'back' })}
        >
          <SecretFields form={secret} />
        </StepForm>
      )}
    </DoorPage>
  )
}

/** The password; what is optional is folded away unless a link has filled it in. */
function SecretFields({ form }: { readonly form: Form<SecretTexts> }) {
  const { t } = useTranslation('session')
  return (
    <>
      <Box as="p" size={3} tone={2} isLoose>
        {t('register.leadPassword')}
      </Box>
      <NewPassword form={form} name="password" label={t('fields.password')} />
      <details
        className={styles.more}
        open={form.texts.invite !== '' || form.texts.line !== '' || form.faultOf('invite') !== null}
      >
        <summary>{t('register.more')}</summary>
        <FormField form={form} name="invite" label={t('register.invite')} maxLength={16} />
        <FormField form={form} name="line" label={t('register.line')} hint={t('register.lineHint')} maxLength={64} />
      </details>
    </>
  )
}

/** The required checkbox, with a link to the text of the agreement. */
function AgreementBox({ form }: { readonly form: Form<ClaimTexts> }) {
  const { t } = useTranslation('session')
  const fault = useFaultText()(form.faultOf('agreed'))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Row wraps sideGap={1}>
      <Row as="label" gap={2} tone={2} isTouch>
        <input
          type="checkbox"
          name="agreed"
          className={agreementBox.tick}
          checked={form.texts.agreed === 'yes'}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : 'agreed-fault'}
          onChange={(event) => {
            form.touch('agreed')
            form.set('agreed', event.target.checked ? 'yes' : '')
          }}
        />
        <span>{t('register.agree')}</span>
      </Row>
      <Press sidePad={1} tone="accent" isTouch onClick={() => setIsOpen(true)}>
        {t('register.agreement')}
      </Press>
      {fault !== null && (
        <Box id="agreed-fault" as="p" size={2} tone="danger" className={agreementBox.fault}>
          {fault}
        </Box>
      )}
      <Sheet title={t('register.agreement')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {isOpen && <Agreement />}
      </Sheet>
    </Row>
  )
}

function Agreement() {
  const { t } = useTranslation('session')
  const { request } = useServices()
  const lang = useSettings((settings) => settings.lang)
  const [found, setFound] = useState<{ readonly text: string | null } | null>(null)
  useEffect(() => {
    let isHere = true
    const find = async () => {
      const list = await request.read(news.list, { c_id: newsCategories.agreement, lang })
      const newest = list.ok ? list.value.list[0] : undefined
      const detail = newest === undefined ? null : await request.read(news.detail, { id: newest.id })
      if (isHere) setFound({ text: detail?.ok ? detail.value.content : null })
    }
    void find()
    return () => {
      isHere = false
    }
  }, [request, lang])
  if (found === null) return <div className={agreementBox.waiting} />
  return (
    <Box endPad={4} tone={2} isLoose isPre>
      {found.text ?? t('register.agreementGone')}
    </Box>
  )
}
