import { Box, Note, Press } from '#src/ui/box.tsx'
import type { CodeTarget } from '#machines/session/verification-code.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useTranslation } from 'react-i18next'
import styles from './code-field.module.css'
import { FormField } from './form-field.tsx'
import { useCode } from '#src/actors/use-code.ts'
import type { Form } from './use-form.ts'
import type { CodePurpose } from '#src/actors/verification-code.actors.ts'

type Props<T extends Record<string, string>> = {
  readonly form: Form<T>
  readonly name: Extract<keyof T, string>
  readonly purpose: CodePurpose
  /** Where the code is sent; null when a required field is missing and the form has shown that. */
  readonly target: () => CodeTarget | null
  /** A code is sent as soon as the field is shown. */
  readonly asksAtOnce?: boolean
}

/** A six-digit verification code: requests it, counts down to the next request, and offers the code in the demo. */
export function CodeField<T extends Record<string, string>>({
  form,
  name,
  purpose,
  target,
  asksAtOnce = false,
}: Props<T>) {
  const { t } = useTranslation('session')
  const { ask, isSending, mayAsk, leftMs, sent, failure } = useCode(purpose)
  useOnValue(failure, form.refuse)
  const send = () => {
    const to = target()
    if (to !== null) ask(to)
  }
  // The machine ignores a second request while one is under way.
  useOnValue(asksAtOnce || null, send)
  const leftS = Math.ceil(leftMs / 1000)
  const demo = sent?.demo_code
  return (
    <Box lay="column" gap={1}>
      <FormField
        form={form}
        name={name}
        label={t('fields.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        after={
          <Press
            sidePad={3}
            size={3}
            tone="accent"
            weight="medium"
            isTouch
            nowrap
            className={styles.send}
            disabled={!mayAsk}
            aria-busy={isSending}
            onClick={send}
          >
            {leftS > 0 ? t('code.wait', { count: leftS }) : t(sent === null ? 'code.send' : 'code.again')}
          </Press>
        }
      />
      <Note role="status" className={styles.sent}>
        {sent !== null && t('code.sent', { target: sent.target })}
      </Note>
      {demo !== undefined && form.texts[name] !== demo && (
        <Press
          sidePad={3}
          above={1}
          ground="accent"
          round="full"
          size={2}
          tone="accent"
          weight="medium"
          className={styles.demo}
          onClick={() => form.set(name, demo)}
        >
          {t('code.demo', { code: demo })}
        </Press>
      )}
    </Box>
  )
}

type TotpProps<T extends Record<string, string>> = {
  readonly form: Form<T>
  readonly name: Extract<keyof T, string>
}
/** The code of the authenticator app, or one of the codes for the day it is lost. */
export function TotpField<T extends Record<string, string>>({ form, name }: TotpProps<T>) {
  const { t } = useTranslation('session')
  return (
    <FormField
      form={form}
      name={name}
      label={t('fields.totp')}
      hint={t('fields.totpHint')}
      autoComplete="one-time-code"
      maxLength={16}
    />
  )
}
