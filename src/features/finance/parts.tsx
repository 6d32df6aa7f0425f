import { Stack } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'
import styles from './finance.module.css'

/** What a product earns, what it locks and what it risks, in one honest line each. */
export function ThreeLines({ product }: { readonly product: string }) {
  const { t } = useTranslation('finance')
  return (
    <Stack as="dl" gap={1} size={2} className={styles.lines}>
      {(['earns', 'locks', 'risk'] as const).map((line) => (
        <div key={line}>
          <dt>{t(`lines.${line}`)}</dt>
          <dd>{t(`products.${product}.${line}`)}</dd>
        </div>
      ))}
    </Stack>
  )
}

/** The days of a term, those that are paid filled; the last is the one with which the amount comes back. */
export function Days({ days, paid, label }: { readonly days: number; readonly paid: number; readonly label: string }) {
  return (
    <div className={styles.days} role="img" aria-label={label} data-many={days > 31 || undefined}>
      {Array.from({ length: days }, (_, day) => (
        <span key={day} data-paid={day < paid || undefined} data-last={day === days - 1 || undefined} />
      ))}
    </div>
  )
}
