import { Box } from '#src/ui/box.tsx'
import { useServices } from '#src/actors/services.tsx'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { chooseLock, lockMinutes } from '#src/stores/lock-mark.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { Choices } from './choices.tsx'
import { ButtonRow } from './rows.tsx'

/** Chooses after how long without a touch this browser locks itself. */
export function AutoLockRow() {
  const { t } = useTranslation('account')
  const { serverNow } = useServices()
  const chosen = useAutoLock(({ minutes }) => minutes)
  const [isOpen, setIsOpen] = useState(false)
  const label = (minutes: number) => (minutes === 0 ? t('autoLock.off') : t('autoLock.minutes', { count: minutes }))
  return (
    <>
      <ButtonRow
        icon="eye-off"
        label={t('autoLock.title')}
        hint={t('autoLock.hint')}
        value={label(chosen)}
        onPress={() => setIsOpen(true)}
      />
      <Sheet title={t('autoLock.title')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <div className={styles.sheet}>
          <Box as="p" tone={2} isLoose>
            {t('autoLock.lead')}
          </Box>
          <Choices
            label={t('autoLock.title')}
            options={lockMinutes.map((minutes) => ({ value: String(minutes), label: label(minutes) }))}
            value={String(chosen)}
            onPick={(minutes) => {
              chooseLock(Number(minutes), serverNow(), Date.now())
              setIsOpen(false)
            }}
          />
        </div>
      </Sheet>
    </>
  )
}
