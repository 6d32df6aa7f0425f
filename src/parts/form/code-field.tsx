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
    <div className={styles.code}>
      <FormField
        form={form}
        name={name}
        label={t('fields.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        after={
          <button type="button" className={styles.send} disabled={!mayAsk} aria-busy={isSending} onClick={send}>
            {leftS > 0 ? t('code.wait', { count: leftS }) : t(sent === null ? 'code.send' : 'code.again')}
          </button>
        }
      />
      <p role="status" className={styles.sent}>
        {sent !== null && t('code.sent', { target: sent.target })}
      </p>
      {demo !== undefined && form.texts[name] !== demo && (
        <button type="button" className={styles.demo} onClick={() => form.set(name, demo)}>
          {t('code.demo', { code: demo })}
        </button>
      )}
    </div>
  )
}
