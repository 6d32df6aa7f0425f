import type { AreaCode } from '#contract/platform/platform.ts'
import type { CodeTarget } from '#machines/session/verification-code.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { accountFault, accountOf, type AccountKind, type Fault } from '#src/parts/form/checks.ts'
import { FormField } from '#src/parts/form/form-field.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Tabs } from '#src/ui/tabs.tsx'
import { useTranslation } from 'react-i18next'
import { AreaPicker } from './area-picker.tsx'
import { useAreaCodes } from './use-area-codes.ts'

/** The kind of account. Both inputs are stored while one is shown, so that switching loses nothing. */
export type AccountTexts = { kind: string; area: string; phone: string; email: string }
export const noAccount: AccountTexts = { kind: 'mobile', area: '', phone: '', email: '' }

export const kindOf = ({ kind }: AccountTexts): AccountKind => (kind === 'email' ? 'email' : 'mobile')
/** The account and the country code, for the wire. */
export const sentAccount = (texts: AccountTexts) => {
  const kind = kindOf(texts)
  return kind === 'mobile'
    ? { kind, account: accountOf(kind, texts.phone), areacode: texts.area }
    : { kind, account: accountOf(kind, texts.email), areacode: null }
}
/** The recipient of a verification code; null when a required field is missing and the form has shown that. */
export const codeTarget = ({ texts, isRight }: Form<AccountTexts>): CodeTarget | null => {
  const { kind, account, areacode } = sentAccount(texts)
  return (kind === 'mobile' ? isRight('area', 'phone') : isRight('email')) ? { to: kind, account, areacode } : null
}
/** The refusals that belong to one of these fields. */
export const accountFieldOf = (texts: AccountTexts) => {
  const name = kindOf(texts) === 'mobile' ? 'phone' : 'email'
  return { account_required: name, account_malformed: name, account_taken: name } as const
}
/** The refusals about a verification code. */
export const codeFieldOf = {
  code_required: 'code',
  code_wrong: 'code',
  code_expired: 'code',
  code_too_many: 'code',
  send_failed: 'code',
} as const

/** The fault of the account, for the visible kind only. */
export const accountFaults = (texts: AccountTexts): { area: Fault; phone: Fault; email: Fault } =>
  kindOf(texts) === 'mobile'
    ? {
        area: texts.area === '' ? 'session:faults.areaRequired' : null,
        phone: accountFault('mobile', texts.phone),
        email: null,
      }
    : { area: null, phone: null, email: accountFault('email', texts.email) }

/** Phone with its country code, or email. */
export function AccountFields({ form }: { readonly form: Form<AccountTexts> }) {
  const { t } = useTranslation('session')
  const kind = kindOf(form.texts)
  return (
    <Tabs<AccountKind>
      label={t('by.label')}
      value={kind}
      tabs={[
        { value: 'mobile', label: t('by.mobile') },
        { value: 'email', label: t('by.email') },
      ]}
      onChange={(next) => form.set('kind', next)}
    >
      {kind === 'mobile' ? (
        <PhoneField form={form} />
      ) : (
        <FormField
          form={form}
          name="email"
          label={t('fields.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      )}
    </Tabs>
  )
}

function PhoneField({ form }: { readonly form: Form<AccountTexts> }) {
  const { t } = useTranslation('session')
  const areaCodes = useAreaCodes()
  useAreaOfLanguage(form, areaCodes)
  return (
    <FormField
      form={form}
      name="phone"
      label={t('fields.phone')}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      before={
        <AreaPicker
          areaCodes={areaCodes}
          value={form.texts.area}
          onPick={(area) => form.set('area', area)}
          isWrong={form.faultOf('area') !== null}
        />
      }
    />
  )
}

/** Until the user chooses one, the country code follows the language. */
const useAreaOfLanguage = (form: Form<AccountTexts>, areaCodes: readonly AreaCode[] | null) => {
  const lang = useSettings((settings) => settings.lang)
  const likely = (areaCodes?.find((each) => each.lang === lang) ?? areaCodes?.[0])?.area_code ?? ''
  useOnValue(form.texts.area === '' && likely !== '' ? likely : null, (area) => form.set('area', area))
}
