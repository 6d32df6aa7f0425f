import { Box } from '#src/ui/box.tsx'
import { limits } from '#contract/wire/limits.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './outlet.module.css'

/**
 * The placeholder of a page that is loading. `isLate` is false for the first
 * 200 ms, so that a fast page does not flicker.
 */
export function LoadingPage({ isLate = false }: { readonly isLate?: boolean }) {
  const { t } = useTranslation('shell')
  const [isHere, setIsHere] = useState(!isLate)
  useEffect(() => {
    const delay = setTimeout(() => setIsHere(true), limits.pageDelayMs)
    return () => clearTimeout(delay)
  }, [])
  if (!isHere) return null
  return (
    <Box lay="column" gap={4} isFull className={styles.loading} role="status" aria-label={t('page.loading')}>
      {[1, 2, 3, 4].map((bone) => (
        <Box key={bone} as="span" ground="raised" round={3} className={styles.bone} />
      ))}
    </Box>
  )
}
