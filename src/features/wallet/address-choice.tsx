import type { Address } from '#contract/wallet/withdraw.ts'
import { formatTime } from '#src/lib/format.ts'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './wallet.module.css'

/** Cards that stand open before one asks for the rest. */
const maxShown = 3
const shortOf = (address: string) => (address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address)

type Props = {
  readonly book: readonly Address[]
  readonly value: string
  readonly nowMs: number
  readonly onChange: (id: string) => void
  readonly onAdd: () => void
  readonly error: string | null
}

/** The addresses of the book: the chosen one in full, the others short; one that cannot be used yet says from when. */
export function AddressChoice({ book, value, nowMs, onChange, onAdd, error }: Props) {
  const { t } = useTranslation('wallet')
  const [isWhole, setIsWhole] = useState(false)
  const note = useId()
  const at = book.findIndex(({ id }) => String(id) === value)
  const shown =
    isWhole || book.length <= maxShown
      ? book
      : book.filter((_, n) => n === at || n < (at < maxShown - 1 ? maxShown : maxShown - 1))
  return (
    <Stack gap={2}>
      <Row gap={2} justify="between" tone={2} size="dense" className={styles.head}>
        <span>{t('withdraw.to')}</span>
        <Button kind="text" size="s" icon="plus" onClick={onAdd}>
          {t('titles.addAddress')}
        </Button>
      </Row>
      <Stack
        role="radiogroup"
        aria-label={t('withdraw.to')}
        aria-describedby={error === null ? undefined : note}
        gap={2}
      >
        {shown.map(({ id, notes, netType, address, usable_ms }) => {
          const isChosen = String(id) === value
          return (
            <Press
              key={id}
              role="radio"
              aria-checked={isChosen}
              lay="stack"
              gap={1}
              pad={3}
              ground="raised"
              round={2}
              text="start"
              className={styles.address}
              onClick={() => onChange(String(id))}
            >
              <Row as="span" gap={2} justify="between" tone={2} size="dense" className={styles.head}>
                <b>{notes ?? shortOf(address)}</b>
                <Box as="span" ground="pressed" round={1} size={1} className={styles.tag}>
                  {netType}
                </Box>
                {isChosen && <Icon name="check" size={16} />}
              </Row>
              {isChosen ? <AddressGroups address={address} /> : notes !== null && <small>{shortOf(address)}</small>}
              {usable_ms > nowMs && nowMs > 0 && (
                <Box as="small" lay="row" gap={1} align="center" tone="warning">
                  <Icon name="clock" size={14} /> {t('address.held', { at: formatTime(usable_ms) })}
                </Box>
              )}
            </Press>
          )
        })}
      </Stack>
      {shown.length < book.length && (
        <Button kind="text" size="s" onClick={() => setIsWhole(true)}>
          {t('address.all', { n: book.length })}
        </Button>
      )}
      {error !== null && (
        <Box id={note} as="p" size={2} tone="danger" role="alert">
          {error}
        </Box>
      )}
    </Stack>
  )
}
