import { copyText } from '#src/lib/copy.ts'
import { toast } from '#src/stores/toasts.ts'
import { IconButton } from '#src/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './otc.module.css'

export type Fact = { readonly label: string; readonly value: ReactNode; /** What a tap copies. */ readonly copy?: string; readonly isStrong?: boolean }

/** Names and values, one under the other; what is needed elsewhere can be copied. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const { t } = useTranslation('otc')
  const copy = async (text: string) => {
    const result = await copyText(text)
    toast(result === 'done' ? 'otc:copied' : `refusals:${result}`)
  }
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, copy: text, isStrong }) => (
        <div key={label} className={styles.fact} data-strong={isStrong || undefined}>
          <dt>{label}</dt>
          <dd>
            <span>{value}</span>
            {text !== undefined && <IconButton icon="copy" label={t('copy', { what: label })} onClick={() => void copy(text)} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
