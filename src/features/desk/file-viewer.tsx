import type { DeskCaseFull } from '#contract/desk/desk-cases.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Box } from '#src/ui/box.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'

type Props = Pick<DeskCaseFull, 'files'> & {
  readonly at: number | null
  readonly onGo: (at: number | null) => void
}
const quarters = 4

/** The pictures of a case one after the other; each can be turned and looked at closely. */
export function FileViewer({ files, at, onGo }: Props) {
  const { t } = useTranslation('desk')
  const [view, setView] = useState({ at, turn: 0, isLarge: false })
  const { turn, isLarge } = view.at === at ? view : { turn: 0, isLarge: false }
  const shown = at === null ? undefined : files[at]
  const step = (by: number) => at !== null && onGo((at + by + files.length) % files.length)
  const name = shown === undefined ? '' : t(`files.${shown.name}`)
  return (
    <Sheet
      title={name}
      isOpen={shown !== undefined}
      onClose={() => onGo(null)}
      isTall
      footer={
        <Box lay="row" justify="between">
          <IconButton icon="back" label={t('viewer.previous')} disabled={files.length < 2} onClick={() => step(-1)} />
          <IconButton
            icon="refresh"
            label={t('viewer.turn')}
            onClick={() => setView({ at, turn: (turn + 1) % quarters, isLarge })}
          />
          <IconButton
            icon={isLarge ? 'close' : 'search'}
            label={t(isLarge ? 'viewer.fit' : 'viewer.larger')}
            onClick={() => setView({ at, turn, isLarge: !isLarge })}
          />
          <IconButton
            icon="chevron-right"
            label={t('viewer.next')}
            disabled={files.length < 2}
            onClick={() => step(1)}
          />
        </Box>
      }
    >
      {shown !== undefined && (
        <img className={styles.large} src={shown.url} alt={name} data-turn={turn} data-large={isLarge || undefined} />
      )}
    </Sheet>
  )
}
