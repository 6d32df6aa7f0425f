import { bank, payWays, type PayMethods, type PayWay } from '#contract/wallet/bank.ts'
import { accountDigits, isAccount, isBankCode, isLuhn } from '#contract/wallet/bank-accounts.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useUser } from '#src/actors/use-session.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { fundPasswordFault, pinFieldOf } from '#src/parts/form/checks.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FormField, useFaultText } from '#src/parts/form/form-field.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { PictureField } from '#src/parts/form/picture-field.tsx'
import { useRequestedPayees } from '#src/parts/form/payee-path.ts'
import { useForm } from '#src/parts/form/use-form.ts'
import { useMethods } from '#src/parts/form/use-methods.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { useConfig } from '#src/stores/config.ts'
import { toast } from '#src/stores/toasts.ts'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf, firstOf, inputOf, isSameWay, missingIn, moreFirst, removalOf } from './method-fields.ts'
import { useBankCard } from './use-bank-card.ts'
import { useHasCode } from './use-has-code.ts'

const wayIn = (text: string | undefined): PayWay | null => payWays.find((way) => way === text) ?? null

/** Binds, changes or removes one receiving method. */
export function AddMethodPage() {
  const { t } = useTranslation(['wallet', 'ui'])
  const { way: asked, more } = useQuery()
  const isMore = more === '1'
  const requested = useRequestedPayees()
  const [way, setWay] = useState<PayWay>(wayIn(asked) ?? requested.ways[0] ?? 'bank')
  const { value, ...read } = useMethods()
  const offered = requested.ways.length > 0 ? requested.ways : payWays
  return (
    <Page title={t(`ui:payee.ways.${way}`)}>
      <Stack gap={4} topPad={2} endPad={8}>
        {wayIn(asked) === null && offered.length > 1 && (
          <Segmented
            label={t('titles.methods')}
            size="s"
            value={way}
            onChange={setWay}
            options={offered.map((each) => ({ value: each, label: t(`ui:payee.ways.${each}`) }))}
          />
        )}
        {value === null && <Unread read={read} lines={4} height={64} />}
        {value !== null && isMore && <MoreForm key={way} way={way} methods={value} />}
        {value !== null && !isMore && (
          <MethodForm
            key={way}
            way={way}
            methods={value}
            back={requested.back ?? bankPaths.banks}
            onMoved={() => void read.refresh()}
          />
        )}
      </Stack>
    </Page>
  )
}

type FormProps = {
  readonly way: PayWay
  readonly methods: PayMethods
  readonly back: string
  readonly onMoved: () => void
}
function MethodForm({ way, methods, back, onMoved }: FormProps) {
  const { t } = useTranslation(['wallet', 'refusals'])
  const faultText = useFaultText()
  const user = useUser()
  const holds = useConfig(({ setting }) => (setting?.credential_hold_ms ?? 0) > 0)
  const card = useBankCard(way, methods, () => {
    form.drop()
    toast('wallet:methods.saved')
    go(back, { replace: true })
  })
  const { base, newer, isEditing, onPin } = card
  const isBound = base.ways.includes(way)
  const form = useMethodForm(way, methods, isBound)
  useOnValue(card.failure, form.refuse)
  useOnValue(card.isMoved && newer === null ? 'moved' : null, onMoved)
  // Another way was changed: there is nothing here to choose between.
  const isElsewhere = newer !== null && isSameWay(way, base, newer)
  useOnValue(isElsewhere ? newer.rev : null, card.resume)
  useEffect(() => onPin(form.texts.pin), [form.texts.pin, isEditing, onPin])
  const send = (input: InputOf<typeof bank.save>, pin: string) =>
    card.save({ ...input, expect: base.rev, ...(isBound && { pay_password: pin }) })
  return (
    <Stack
      as="form"
      gap={2}
      ref={form.form}
      noValidate
      aria-label={t('titles.methods')}
      onSubmit={form.submit((texts) => send(inputOf(way, texts), texts.pin))}
    >
      <LockBanner stops="change" usesPin={isBound} />
      {card.isMoved && !isElsewhere && <Moved way={way} form={form} newer={newer} onResume={card.resume} />}
      {holds && <Banner icon="lock">{t('methods.holds')}</Banner>}
      <MethodFields way={way} form={form} banks={methods.banks} onUploads={card.onUploads} />
      {isBound && (
        <FundPassword
          value={form.texts.pin}
          onChange={(pin) => form.set('pin', pin)}
          error={faultText(form.faultOf('pin'))}
        />
      )}
      {isBound && user?.has_password !== 'set' && <Note isLoose>{t('refusals:pay_password_unset')}</Note>}
      <FormFailure failure={form.failure} otherwise="binding_failed" />
      {card.isUnknown && (
        <Note isLoose role="status">
          {t('ui:verdictUnknownText')}
        </Note>
      )}
      <Button type="submit" size="l" isWide isBusy={card.isBusy || card.isUploading} disabled={card.isMoved}>
        {t('methods.save')}
      </Button>
      {isBound && (
        <Button
          kind="danger"
          isWide
          isBusy={card.isBusy}
          disabled={card.isMoved}
          onClick={() => form.isRight('pin') && send(removalOf(way), form.texts.pin)}
        >
          {t('methods.remove')}
        </Button>
      )}
    </Stack>
  )
}

/** A further method of a way that is bound already. */
function MoreForm({ way, methods }: Pick<FormProps, 'way' | 'methods'>) {
  const { t } = useTranslation(['wallet', 'refusals'])
  const faultText = useFaultText()
  const holds = useConfig(({ setting }) => (setting?.credential_hold_ms ?? 0) > 0)
  const form = useMethodForm(way, methods, true, 'more')
  const [pending, setPending] = useState(0)
  const { send, isBusy, failure } = useSubmit(bank.addMore, {
    onDone: () => {
      form.drop()
      toast('wallet:methods.saved')
      go(bankPaths.banks, { replace: true })
    },
  })
  useOnValue(isBusy ? null : failure, form.refuse)
  return (
    <Stack
      as="form"
      gap={2}
      ref={form.form}
      noValidate
      aria-label={t('titles.methods')}
      onSubmit={form.submit((texts) => !isBusy && send({ way, ...inputOf(way, texts), pay_password: texts.pin }))}
    >
      <LockBanner stops="change" usesPin />
      <Note isLoose>{t('methods.moreLead')}</Note>
      {holds && <Banner icon="lock">{t('methods.holds')}</Banner>}
      <MethodFields way={way} form={form} banks={methods.banks} onUploads={setPending} />
      <FundPassword
        value={form.texts.pin}
        onChange={(pin) => form.set('pin', pin)}
        error={faultText(form.faultOf('pin'))}
      />
      <FormFailure failure={form.failure} otherwise="binding_failed" />
      <Button type="submit" size="l" isWide isBusy={isBusy || pending > 0}>
        {t('methods.save')}
      </Button>
    </Stack>
  )
}

function useMethodForm(way: PayWay, methods: PayMethods, isBound: boolean, kind: 'first' | 'more' = 'first') {
  // A draft belongs to the copy on which it was begun.
  const [first] = useState(methods)
  return useForm({
    draft: `method.${kind === 'more' ? 'more.' : ''}${way}.${first.rev}`,
    first: { ...(kind === 'more' ? moreFirst(way, first) : firstOf(way, first)), pin: '' },
    secrets: ['pin'],
    check: (texts) => ({
      ...Object.fromEntries(missingIn(way, texts).map((name) => [name, `wallet:methods.missing`])),
      ...(texts.bank_account !== '' &&
        !isAccount(accountDigits(texts.bank_account)) && { bank_account: 'refusals:bank_account_malformed' }),
      ...(way === 'intl_bank' &&
        texts.swift_code !== '' &&
        !isBankCode(texts.swift_code.replace(/\s/g, '').toUpperCase()) && {
          swift_code: 'wallet:methods.codeMalformed',
        }),
      pin: isBound ? fundPasswordFault(texts.pin) : null,
    }),
    fieldOf: () => ({
      real_name_required: 'real_name',
      real_name_differs: 'real_name',
      bank_account_required: 'bank_account',
      bank_account_malformed: 'bank_account',
      bank_unknown: 'bank_name',
      ...pinFieldOf,
    }),
  })
}
type MethodForm = ReturnType<typeof useMethodForm>

type MovedProps = {
  readonly way: PayWay
  readonly form: MethodForm
  /** The copy of elsewhere; null until it is read. */
  readonly newer: PayMethods | null
  readonly onResume: () => void
}
/** The method was changed elsewhere meanwhile: what differs, and which of the two goes on. */
function Moved({ way, form, newer, onResume }: MovedProps) {
  const { t } = useTranslation('wallet')
  const other = newer && firstOf(way, newer)
  const differing =
    other === null
      ? []
      : fieldsOf(way, other).filter(
          (name) => other[name] !== form.texts[name] && !name.endsWith('_qr_code') && name !== 'bank_id',
        )
  return (
    <Banner kind="warning" icon="history">
      <b>{t('methods.moved')}</b>
      {other !== null &&
        differing.map((name) => (
          <p key={name}>{`${t(`methods.fields.${name}`)}: ${other[name] === '' ? '—' : other[name]}`}</p>
        ))}
      {other !== null && (
        <Box as="span" gap={2} isFull fits={150} lay="stack">
          <Button size="s" kind="quiet" onClick={onResume}>
            {t('methods.keepMine')}
          </Button>
          <Button
            size="s"
            kind="quiet"
            onClick={() => {
              form.put(other)
              onResume()
            }}
          >
            {t('methods.takeNewer')}
          </Button>
        </Box>
      )}
    </Banner>
  )
}

type FieldsProps = {
  readonly way: PayWay
  readonly form: MethodForm
  readonly banks: PayMethods['banks']
  readonly onUploads: (count: number) => void
}
function MethodFields({ way, form, banks, onUploads }: FieldsProps) {
  const { t } = useTranslation('wallet')
  const faultText = useFaultText()
  const digits = accountDigits(form.texts.bank_account)
  const isOddCard = way === 'bank' && /^\d{12,19}$/.test(digits) && !isLuhn(digits)
  return fieldsOf(way, form.texts).map((name) =>
    name === 'bank_id' ? (
      <Select
        key={name}
        label={t('methods.fields.bank_id')}
        value={form.texts.bank_id}
        options={[
          { value: '', label: t('methods.otherBank') },
          ...banks.map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        onChange={(id) => form.set('bank_id', id)}
      />
    ) : name.endsWith('_qr_code') ? (
      <CodePicture
        key={name}
        label={t(`methods.fields.${name}`)}
        link={form.texts[name]}
        onChange={(link) => form.set(name, link)}
        onPending={onUploads}
        error={faultText(form.faultOf(name))}
      />
    ) : (
      <FormField
        key={name}
        form={form}
        name={name}
        label={t(`methods.fields.${name}`)}
        autoComplete="off"
        maxLength={100}
        {...(name === 'real_name' && { hint: t('methods.nameHint') })}
        {...(name === 'bank_account' && isOddCard && { hint: t('methods.odd') })}
      />
    ),
  )
}

type CodeProps = {
  readonly label: string
  readonly link: string
  readonly onChange: (link: string) => void
  readonly onPending: (count: number) => void
  readonly error: string | null
}
/**
 * The picture of a collection code. One in which no code can be found is taken all the same, but not without a word.
 */
function CodePicture({ label, link, onChange, onPending, error }: CodeProps) {
  const { t } = useTranslation('wallet')
  const isCode = useHasCode(link)
  return (
    <>
      <PictureField
        label={label}
        folder="voucher"
        max={1}
        value={link === '' ? [] : [link]}
        onChange={(links) => onChange(links[0] ?? '')}
        onPending={onPending}
        error={error}
      />
      {isCode === false && (
        <Banner kind="warning" icon="warning">
          {t('methods.noCode')}
        </Banner>
      )}
    </>
  )
}
