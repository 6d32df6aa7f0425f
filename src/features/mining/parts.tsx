import { IconButton } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import styles from './mining.module.css'
import { Box, Row } from '#src/ui/box.tsx'
import { belowBase } from '#src/lib/below-base.ts'

/** The picture of a kind of machine; its name is always beside it. */
export function MachineMark({ logo }: { readonly logo: string }) {
  return (
    <Box as="span" ground="accent" round={2} keeps clips square={40} aria-hidden="true">
      {logo !== '' && (
        <img
          src={belowBase(logo)}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          onError={(event) => (event.currentTarget.hidden = true)}
        />
      )}
    </Box>
  )
}

type Props = {
  readonly label: string
  readonly value: number
  readonly max: number
  readonly onChange: (value: number) => void
  readonly disabled?: boolean
}
/** A small whole number, by buttons and by typing. */
export function CountField({ label, value, max, onChange, disabled = false }: Props) {
  const { t } = useTranslation('mining')
  const set = (next: number) => onChange(Math.max(1, Math.min(Math.max(1, max), next)))
  return (
    <Row gap={2} role="group" aria-label={label}>
      <Box as="span" grows tone={2}>
        {label}
      </Box>
      <IconButton icon="minus" label={t('less')} onClick={() => set(value - 1)} disabled={disabled || value <= 1} />
      <input
        className={styles.number}
        inputMode="numeric"
        aria-label={label}
        value={String(value)}
        disabled={disabled}
        onChange={(event) => set(Number(event.target.value.replace(/\D/g, '').slice(0, 4)) || 1)}
        onFocus={(event) => event.target.select()}
      />
      <IconButton icon="plus" label={t('more')} onClick={() => set(value + 1)} disabled={disabled || value >= max} />
    </Row>
  )
}
