import { useShown } from '#src/parts/use-shown.ts'
import { useSettings } from '#src/stores/settings.ts'
import { NumberCell } from '#src/ui/number.tsx'
import { useTranslation } from 'react-i18next'
import styles from './amount.module.css'

const mask = '••••••'

type Props = { readonly text: string; readonly scale: number; readonly isStale?: boolean; readonly unit?: string; readonly before?: string }

/** An amount of one's own: with all the decimals of its column, and covered when one wishes. */
export function Amount({ text, scale, isStale = false, unit, before = '' }: Props) {
  const { t } = useTranslation('assets')
  const shown = useShown()
  const isHidden = useSettings((settings) => settings.hideBalances)
  if (isHidden) {
    return (
      <span className={styles.amount}>
        <span aria-hidden="true">{mask}</span>
        <span className="sr">{t('hidden')}</span>
      </span>
    )
  }
  return (
    <span className={styles.amount}>
      {before}
      <NumberCell text={shown.fixed(text, scale)} value={text} isStale={isStale} />
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
    </span>
  )
}
