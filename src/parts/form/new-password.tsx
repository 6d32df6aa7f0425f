import { Row } from '#src/ui/box.tsx'
import { passwordStrength } from '#contract/wire/common-passwords.ts'
import { limits } from '#contract/wire/limits.ts'
import { useTranslation } from 'react-i18next'
import { FormField } from './form-field.tsx'
import styles from './new-password.module.css'
import type { Form } from './use-form.ts'

const words = ['common', 'weak', 'fair', 'good', 'strong'] as const

/** The field of a new login password, with its strength below. */
export function NewPassword<T extends Record<string, string>>({
  form,
  name,
  label,
}: {
  readonly form: Form<T>
  readonly name: Extract<keyof T, string>
  readonly label: string
}) {
  const { t } = useTranslation('session')
  const password = form.texts[name] ?? ''
  const strength = passwordStrength(password)
  return (
    <div>
      <FormField
        form={form}
        name={name}
        label={label}
        hint={t('fields.passwordHint', { count: limits.minPasswordLength })}
        type="password"
        autoComplete="new-password"
      />
      {password !== '' && (
        <Row gap={3} size={2} tone={2} topPad={1} endPad={2} role="status">
          <span className={styles.bars} aria-hidden="true">
            {[1, 2, 3, 4].map((bar) => (
              <i key={bar} data-on={bar <= strength || undefined} />
            ))}
          </span>
          <span>{t(`strength.${words[strength]}`)}</span>
        </Row>
      )}
    </div>
  )
}
