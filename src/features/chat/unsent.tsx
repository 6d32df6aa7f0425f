import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { refusals } from '#contract/wire/refusals.ts'
import type { OutboxEntry } from '#machines/chat/outbox-lane.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { useFileUrl } from '#src/lib/use-file-url.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withFaces } from './faces.ts'
import styles from './room.module.css'

const known = new Set<string>(Object.keys(refusals))

/** A message that is on its way, or was not sent: then it says why, and can be sent again or deleted. */
export const Unsent = memo(function Unsent({ entry }: { readonly entry: OutboxEntry }) {
  const { t } = useTranslation('chat')
  const { outbox } = useServices()
  const [isAsked, setIsAsked] = useState(false)
  const [isSlow, setIsSlow] = useState(false)
  const { fault, cid } = entry
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), 1000)
    return () => clearTimeout(timer)
  }, [])
  const why = useWhy()(fault)
  return (
    <Row gap={2} align="start" className={styles.said} data-mine data-first>
      <Stack gap="hair" items="start" shrinks className={styles.body}>
        <Box
          blockPad={2}
          sidePad={3}
          ground="bar"
          round={3}
          breaks
          className={styles.bubble}
          data-kind={entry.kind}
          data-unsent
        >
          <Inside entry={entry} />
          <Row as="span" lay="inline" gap="hair" size={1} tone={2} className={styles.stamp}>
            {fault === null && isSlow && entry.file === null && (
              <span className={styles.tick} title={t('sending')}>
                <Icon name="clock" size={14} />
                <span className="sr">{t('sending')}</span>
              </span>
            )}
          </Row>
        </Box>
        {fault === null && isSlow && entry.file !== null && <Leaving cid={cid} />}
        {fault !== null && (
          <Press
            lay="inline"
            gap={1}
            align="center"
            size={2}
            tone="danger"
            text="end"
            blockPad={1}
            onClick={() => setIsAsked(true)}
          >
            <Icon name="warning" size={16} />
            {why}
          </Press>
        )}
      </Stack>
      <MenuSheet
        title={why}
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        choices={
          [
            { value: 'again', label: t('sendAgain'), icon: 'refresh' },
            { value: 'drop', label: t('deleteUnsent'), icon: 'trash' },
          ] as const
        }
        onChoose={(what) => void (what === 'again' ? outbox.retry(cid) : outbox.drop(cid))}
      />
    </Row>
  )
})

const none: ReadonlyMap<string, number> = new Map()
/** How much of a file has left, and the way to keep the rest. */
function Leaving({ cid }: { readonly cid: string }) {
  const { t } = useTranslation('chat')
  const { outbox } = useServices()
  const percent = useStream(outbox.progress$, none).get(cid)
  return (
    <Box as="span" isFull>
      <Progress
        label={t(percent === undefined ? 'fileWaits' : 'sending')}
        percent={percent ?? null}
        onCancel={() => void outbox.drop(cid)}
      />
    </Box>
  )
}

/** Why a message was not sent; empty while it is on its way. */
function useWhy() {
  const { t } = useTranslation(['chat', 'refusals'])
  return (fault: string | null) => {
    if (fault === null) return ''
    if (fault === 'tooOld') return t('chat:tooOld')
    return known.has(fault) ? t(`refusals:${fault}`, { after: 0 }) : t('chat:notSent')
  }
}

function Inside({ entry: { body, kind, file } }: { readonly entry: OutboxEntry }) {
  const { t } = useTranslation('chat')
  const text = body['text'] ?? body['textDesc']
  const isPicture = kind === 'image' || kind === 'imageText'
  return (
    <Stack as="span" gap={2}>
      {isPicture && file !== null && <Waiting file={file} />}
      {(!isPicture || typeof text === 'string') && (
        <Box as="span" isPre dir="auto">
          {typeof text === 'string' ? withFaces(text) : (file?.name ?? t(`kinds.${kind}`))}
        </Box>
      )}
    </Stack>
  )
}

function Waiting({ file }: { readonly file: File }) {
  const url = useFileUrl(file)
  return (
    <Box as="span" isBlock ground="well" className={styles.picture} style={{ inlineSize: 160, blockSize: 120 }}>
      {url !== null && <img data-cover="" src={url} alt="" />}
    </Box>
  )
}
