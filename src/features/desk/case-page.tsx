import { Box, Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { useEvery } from './use-every.ts'
import { DeskPart } from './desk-part.tsx'

type Props = {
  /** What the list is of, for screen readers. */
  readonly label: string
  /** The filter and the list itself. */
  readonly list: ReactNode
  /** Reads the list again: every now and then, and when the chosen one has changed. */
  readonly refresh: RefObject<() => Promise<void>>
  readonly empty: { readonly text: string; readonly icon: IconName }
  /** The chosen one; null while none is. */
  readonly children: ReactNode
}

/** A queue of the desk and the chosen case beside it; on a phone one after the other. */
export function CasePage({ label, list, refresh, empty, children }: Props) {
  useEvery(() => refresh.current())
  return (
    <Stack className={styles.queue} data-chosen={children !== null || undefined}>
      <DeskPart as="section" className={styles.list} aria-label={label}>
        {list}
      </DeskPart>
      {children ?? (
        <div className={styles.nothing}>
          <Empty {...empty} />
        </div>
      )}
    </Stack>
  )
}

type HeadProps = { readonly badge: ReactNode; readonly onClose: () => void; readonly children: ReactNode }
/** What is chosen, how it stands, and on a phone the way back to the queue. */
export function CaseHead({ badge, onClose, children }: HeadProps) {
  return (
    <Box as="header" lay="row" gap={2} className={styles.caseHead}>
      <BackToQueue onClose={onClose} />
      <div>{children}</div>
      {badge}
    </Box>
  )
}
export function BackToQueue({ onClose }: Pick<HeadProps, 'onClose'>) {
  const { t } = useTranslation('desk')
  return (
    <span className={styles.back}>
      <IconButton icon="back" label={t('toQueue')} onClick={onClose} />
    </span>
  )
}
