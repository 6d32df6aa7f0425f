import { useFormat } from '#src/parts/use-format.ts'
import { useSettings } from '#src/stores/settings.ts'
import { NumberCell } from '#src/ui/number.tsx'
import { useTranslation } from 'react-i18next'
import styles from './amount.module.css'

const mask = '••••••'

/** Splits off trailing zeros, which are only padding. */
const partsOf = (text: string, scale: number): readonly [string, string] => {
  if (scale <= 2) return [text, '']
  const zeros = /(?:[.,]0+|0+)$/.exec(text.slice(-scale - 1))?.[0] ?? ''
  return [text.slice(0, text.length - zeros.length), zeros]
}

type Props = {
  readonly text: string
  readonly scale: number
  readonly isStale?: boolean
  readonly unit?: string
  readonly before?: string
}

/** An amount with all decimals of its column; trailing zeros are dimmed, and the digits can be hidden. */
export function Amount({ text, scale, isStale = false, unit, before = '' }: Props) {
  const { t } = useTranslation('assets')
  const shown = useFormat()
  const isHidden = useSettings((settings) => settings.hideBalances)
  if (isHidden) {
    return (
      <span className={styles.amount}>
        <span aria-hidden="true">{mask}</span>
        <span className="sr">{t('hidden')}</span>
      </span>
    )
  }
  const [digits, zeros] = partsOf(shown.fixed(text, scale), scale)
  return (
    <span className={styles.amount}>
      {before}
      <NumberCell text={digits} value={text} isStale={isStale} />
      {zeros !== '' && <span className={styles.zeros}>{zeros}</span>}
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
    </span>
  )
}
