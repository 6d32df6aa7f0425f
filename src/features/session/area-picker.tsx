import type { AreaCode } from '#contract/platform/platform.ts'
import { Box, Press } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './area-picker.module.css'

const shown = (code: string) => `+${code.replace(/^\+/, '')}`

/** The country code of a phone number, from those that the server supports; null while they are asked for. */
export function AreaPicker({
  areaCodes,
  value,
  onPick,
  isWrong,
}: {
  readonly areaCodes: readonly AreaCode[] | null
  readonly value: string
  readonly onPick: (area: string) => void
  readonly isWrong: boolean
}) {
  const { t } = useTranslation('session')
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const sought = search.trim().toLowerCase()
  const found = areaCodes?.filter(
    ({ name, area_code }) => name.toLowerCase().includes(sought) || shown(area_code).includes(sought),
  )
  const pick = (area: string) => {
    onPick(area)
    setIsOpen(false)
    setSearch('')
  }
  return (
    <>
      <Press
        lay="inline"
        gap={1}
        align="center"
        tone={1}
        weight="medium"
        isTouch
        className={styles.area}
        aria-haspopup="dialog"
        aria-label={`${t('fields.area')} ${value === '' ? '' : shown(value)}`.trim()}
        data-wrong={isWrong}
        onClick={() => setIsOpen(true)}
      >
        {value === '' ? '+' : shown(value)}
        <Icon name="chevron-down" size={16} />
      </Press>
      <Sheet title={t('fields.area')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <input
          type="search"
          className={styles.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={t('fields.areaSearch')}
          aria-label={t('fields.areaSearch')}
        />
        {found === undefined && <Skeleton lines={8} height={32} />}
        {found?.length === 0 && (
          <Box as="p" tone={2} text="center" className={styles.none}>
            {t('fields.areaNone')}
          </Box>
        )}
        <ul className={styles.list}>
          {found?.map(({ id, name, area_code }) => (
            <li key={id}>
              <Press
                lay="row"
                sidePad={2}
                align="center"
                justify="between"
                line="bottom"
                text="start"
                isFull
                className={styles.item}
                aria-pressed={area_code === value}
                onClick={() => pick(area_code)}
              >
                <span>{name}</span>
                <b>{shown(area_code)}</b>
              </Press>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}
