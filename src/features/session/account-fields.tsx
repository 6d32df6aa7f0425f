import type { AreaCode } from '#contract/platform/platform.ts'
import type { CodeTarget } from '#machines/session/verification-code.ts'
import { readStored, writeStored } from '#src/lib/storage.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { accountFault, accountOf, type AccountKind, type Fault } from '#src/parts/form/checks.ts'
import { FormField } from '#src/parts/form/form-field.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Tabs } from '#src/ui/tabs.tsx'
import { useTranslation } from 'react-i18next'
import { platform } from '#contract/platform/platform.ts'
import { useServices } from '#src/actors/services.tsx'
import { useConfig } from '#src/stores/config.ts'
import { untilAnswered$ } from '#streams/kit/poll.ts'
import { useEffect, useState } from 'react'
import { Box, Press } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import styles from './area-picker.module.css'

/** The kind of account. Both inputs are stored while one is shown, so that switching loses nothing. */
export type AccountTexts = { kind: string; area: string; phone: string; email: string }
export const noAccount: AccountTexts = { kind: '', area: '', phone: '', email: '' }

const kindName = 'login-kind'
const isKind = (raw: unknown): raw is AccountKind => raw === 'email' || raw === 'mobile'
/** By what somebody has logged in here; the next login begins with it. */
export const keepKind = (texts: AccountTexts) => writeStored(kindName, kindOf(texts))
/** Where the venue sends no text messages, nobody begins with a phone number. */
const firstKind = (): AccountKind =>
  useConfig.getState().setting?.features['phone'] === false
    ? 'email'
    : (readStored(kindName, (raw) => (isKind(raw) ? raw : null)) ?? 'mobile')
export const kindOf = ({ kind }: AccountTexts): AccountKind => (isKind(kind) ? kind : firstKind())
/** The account and the country code, for the wire. */
export const sentAccount = (texts: AccountTexts) => {
  const kind = kindOf(texts)
  return kind === 'mobile'
    ? { kind, account: accountOf(kind, texts.phone), areacode: texts.area }
    : { kind, account: accountOf(kind, texts.email), areacode: null }
}
/** The same as the fields of a call. */
export const accountInput = (texts: AccountTexts) => {
  const { kind, account, areacode } = sentAccount(texts)
  return { user_type: kind, user_string: account, ...(areacode !== null && { areacode }) }
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
  useConfig(({ setting }) => setting?.features['phone'])
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
      <AccountField form={form} />
    </Tabs>
  )
}

/** The one of the two whose kind is chosen. */
export function AccountField({ form }: { readonly form: Form<AccountTexts> }) {
  const { t } = useTranslation('session')
  if (kindOf(form.texts) === 'mobile') return <PhoneField form={form} />
  return (
    <FormField form={form} name="email" label={t('fields.email')} type="email" inputMode="email" autoComplete="email" />
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

/**
 * The country codes of phone numbers; null until they are here. They are read when a phone number can be entered, until
 * the venue answers, and again with new settings.
 */
function useAreaCodes() {
  const { request } = useServices()
  const { areaCodes, setting } = useConfig()
  useEffect(() => {
    const reading = untilAnswered$(() => request.read(platform.areaCodes, {})).subscribe(({ message }) =>
      useConfig.setState({ areaCodes: message }),
    )
    return () => reading.unsubscribe()
  }, [request, setting])
  return areaCodes
}

const shown = (code: string) => `+${code.replace(/^\+/, '')}`

type Props = {
  readonly areaCodes: readonly AreaCode[] | null
  readonly value: string
  readonly onPick: (area: string) => void
  readonly isWrong: boolean
}
/** The country code of a phone number, from those that the server supports; null while they are asked for. */
function AreaPicker({ areaCodes, value, onPick, isWrong }: Props) {
  const { t } = useTranslation('session')
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const pick = (area: string) => {
    onPick(area)
    setIsOpen(false)
    setSearch('')
  }
  return (
    <>
      <Press
        lay="inline"
        gap={1}
        align="center"
        tone={1}
        weight="medium"
        isTouch
        className={styles.area}
        aria-haspopup="dialog"
        aria-label={`${t('fields.area')} ${value === '' ? '' : shown(value)}`.trim()}
        data-wrong={isWrong}
        onClick={() => setIsOpen(true)}
      >
        {value === '' ? '+' : shown(value)}
        <Icon name="chevron-down" size={16} />
      </Press>
      <Sheet title={t('fields.area')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Areas areaCodes={areaCodes} search={search} onSearch={setSearch} value={value} onPick={pick} />
      </Sheet>
    </>
  )
}

type AreasProps = Pick<Props, 'areaCodes' | 'value' | 'onPick'> & {
  readonly search: string
  readonly onSearch: (search: string) => void
}
/** The codes that are found by the name of their country or by their digits. */
function Areas({ areaCodes, search, onSearch, value, onPick }: AreasProps) {
  const { t } = useTranslation('session')
  const sought = search.trim().toLowerCase()
  const found = areaCodes?.filter(
    ({ name, area_code }) => name.toLowerCase().includes(sought) || shown(area_code).includes(sought),
  )
  return (
    <>
      <input
        type="search"
        className={styles.search}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        placeholder={t('fields.areaSearch')}
        aria-label={t('fields.areaSearch')}
      />
      {found === undefined && <Skeleton lines={8} height={32} />}
      {found?.length === 0 && (
        <Box as="p" tone={2} text="center" pad={6}>
          {t('fields.areaNone')}
        </Box>
      )}
      <ul className={styles.list}>
        {found?.map(({ id, name, area_code }) => (
          <li key={id}>
            <Press
              lay="row"
              sidePad={2}
              align="center"
              justify="between"
              line="bottom"
              text="start"
              isFull
              className={styles.item}
              aria-pressed={area_code === value}
              onClick={() => onPick(area_code)}
            >
              <span>{name}</span>
              <b>{shown(area_code)}</b>
            </Press>
          </li>
        ))}
      </ul>
    </>
  )
}
