import { AmountField } from '#src/parts/form/amount-field.tsx'
import { AmountQuestion } from '#src/parts/form/amount-question.tsx'
import { accountFault, codeFault, passwordFault } from '#src/parts/form/checks.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { NewPassword } from '#src/parts/form/new-password.tsx'
import { PhotoField } from '#src/parts/form/photo-field.tsx'
import { PictureField } from '#src/parts/form/picture-field.tsx'
import { FactorField } from '#src/parts/form/second-factor.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { UsePasskey } from '#src/parts/form/use-passkey.tsx'
import { OrderForm } from '#src/parts/trade/order-form.tsx'
import { StepField } from '#src/parts/trade/step-field.tsx'
import { Button } from '#src/ui/button.tsx'
import { AreaField, Field, FieldFrame } from '#src/ui/field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lost, refused } from './samples.ts'
import { State, type Shelf } from '@kontor/inspector/shelf'

const idle = () => {}
const unit = 'USDT'

function Fields() {
  const { t } = useTranslation('ui')
  const [text, setText] = useState('')
  return (
    <>
      <State state="hint">
        <Field
          label={t('amount')}
          value={text}
          onChange={setText}
          hint={t('fundPasswordHint')}
          after={<span>{unit}</span>}
        />
      </State>
      <State state="error">
        <Field label={t('amount')} value="1.2.3" onChange={idle} error={t('number.malformed')} />
      </State>
      <State state="password">
        <Field label={t('fundPassword')} value="123456" onChange={idle} type="password" />
      </State>
      <State state="disabled">
        <Field label={t('price')} value="61204.50" onChange={idle} disabled />
      </State>
    </>
  )
}
function Frames() {
  const { t } = useTranslation('ui')
  return (
    <FieldFrame label={t('amount')} hint={t('fundPasswordHint')} aside={unit}>
      {(ties) => <output {...ties}>{'0.25'}</output>}
    </FieldFrame>
  )
}
function Areas() {
  const { t } = useTranslation('ui')
  const [text, setText] = useState('')
  return <AreaField label={t('price')} hint={t('fundPasswordHint')} rows={3} value={text} onChange={setText} />
}
function Amounts() {
  const { t } = useTranslation(['ui', 'refusals'])
  const [text, setText] = useState('1250.5')
  const same = { label: t('amount'), onChange: setText, scale: 2, unit }
  return (
    <>
      <State state="onMax">
        <AmountField {...same} value={text} onMax={() => setText('3820.09')} />
      </State>
      <State state="error">
        <AmountField {...same} value="9999" onChange={idle} error={t('refusals:insufficient_balance')} />
      </State>
      <State state="disabled">
        <AmountField {...same} value="" disabled />
      </State>
    </>
  )
}
const as = (decimal: string) => decimal
const Questions = () => (
  <>
    <State state="ask">
      <AmountQuestion fault={{ kind: 'ask', choices: ['1250', '1.25'] }} format={as} onChoose={idle} />
    </State>
  </>
)
function Steps() {
  const { t } = useTranslation('ui')
  const [price, setPrice] = useState('61204.50')
  return (
    <>
      <State state="step">
        <StepField
          name="price"
          label={t('price')}
          short={t('price')}
          value={price}
          onChange={setPrice}
          scale={2}
          unit={unit}
          step="0.1"
        />
      </State>
      <State state="error">
        <StepField
          name="amount"
          label={t('amount')}
          short={t('amount')}
          value="0"
          onChange={idle}
          scale={6}
          unit="BTC"
          error={t('number.malformed')}
        />
      </State>
    </>
  )
}
function Pins() {
  const { t } = useTranslation(['ui', 'session'])
  const [pin, setPin] = useState('12')
  return (
    <>
      <State state="value">
        <FundPassword label={t('enterFundPassword')} value={pin} onChange={setPin} />
      </State>
      <State state="error">
        <FundPassword
          label={t('enterFundPassword')}
          value=""
          onChange={idle}
          error={t('session:faults.fundPasswordMalformed')}
        />
      </State>
      <State state="disabled">
        <FundPassword label={t('enterFundPassword')} value="123456" onChange={idle} disabled />
      </State>
    </>
  )
}
const useSample = () =>
  useForm({
    draft: 'gallery',
    first: { phone: '', password: '', code: '' },
    secrets: ['password', 'code'],
    check: ({ phone, password, code }) => ({
      phone: accountFault('mobile', phone),
      password: passwordFault(password),
      code: codeFault(code),
    }),
  })
function FormFields() {
  const { t } = useTranslation('session')
  const form = useSample()
  return (
    <>
      <State state="form">
        <FormField form={form} name="phone" label={t('fields.phone')} inputMode="tel" />
      </State>
      <Button kind="quiet" size="s" onClick={() => form.touch('phone')}>
        {t('login.submit')}
      </Button>
    </>
  )
}
const Codes = () => <CodeField form={useSample()} name="code" purpose="withdraw" target={() => ({ to: 'own' })} />
const Factors = () => <FactorField form={useSample()} name="code" factor="authenticator" />
function Passwords() {
  const { t } = useTranslation('session')
  return <NewPassword form={useSample()} name="password" label={t('fields.newPassword')} />
}
const Failures = () => (
  <>
    <State state="refused">
      <FormFailure failure={refused} />
    </State>
    <State state="unknown">
      <FormFailure failure={lost} />
    </State>
  </>
)
function Signs() {
  const { t } = useTranslation('session')
  const sign = () => Promise.resolve({ ok: false, fault: 'cancelled' } as const)
  const say = () => t('passkey.cancelled')
  return (
    <>
      <State state="first">
        <UsePasskey sign={sign} say={say} isBusy={false} onSigned={idle} />
      </State>
      <State state="refused">
        <UsePasskey sign={sign} say={say} wrong={t('passkey.unusable')} isBusy={false} onSigned={idle} />
      </State>
    </>
  )
}
function Photos() {
  const { t } = useTranslation('kyc')
  return (
    <>
      <State state="value">
        <PhotoField label={t('photos.front')} hint={t('photos.frontHint')} folder="kyc" value="" onChange={idle} />
      </State>
      <State state="error">
        <PhotoField
          label={t('photos.reverse')}
          hint={t('photos.reverseHint')}
          folder="kyc"
          value=""
          onChange={idle}
          error={t('photos.frontHint')}
        />
      </State>
    </>
  )
}
function Pictures() {
  const { t } = useTranslation('ui')
  return <PictureField label={t('picture.add')} folder="voucher" value={[]} onChange={idle} max={3} />
}
function Forms() {
  const { t } = useTranslation('market')
  const [amount, setAmount] = useState('0.25')
  return (
    <OrderForm label={t('buy')} props={{ onSubmit: (event) => event.preventDefault() }}>
      <StepField
        name="amount"
        label={t('amount')}
        short={t('amount')}
        value={amount}
        onChange={setAmount}
        scale={6}
        unit="BTC"
        step="0.01"
      />
      <Button kind="buy" isWide type="submit">
        {t('buy')}
      </Button>
    </OrderForm>
  )
}

export const fields: Shelf = {
  id: 'fields',
  specimens: {
    Field: Fields,
    FieldFrame: Frames,
    AreaField: Areas,
    AmountField: Amounts,
    AmountQuestion: Questions,
    StepField: Steps,
    FundPassword: Pins,
    FormField: FormFields,
    CodeField: Codes,
    FactorField: Factors,
    NewPassword: Passwords,
    FormFailure: Failures,
    UsePasskey: Signs,
    PhotoField: Photos,
    PictureField: Pictures,
    OrderForm: Forms,
  },
}
