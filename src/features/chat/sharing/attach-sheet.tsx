import { chatLimits } from '#contract/chat/chat.ts'
import { limits } from '#contract/wire/limits.ts'
import { formatBytes } from '#src/lib/format-bytes.ts'
import { mediaSeconds } from '#src/lib/media-seconds.ts'
import { shrinkPicture } from '#src/lib/shrink-picture.ts'
import { useFileUrl } from '#src/lib/use-file-url.ts'
import { toast } from '#src/stores/toasts.ts'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { AreaField } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTooLong } from '#src/features/chat/text-length.ts'
import type { useSend } from '#src/features/chat/use-room.ts'
import styles from './files.module.css'

type Props = {
  readonly files: readonly File[]
  readonly send: ReturnType<typeof useSend>
  readonly onSent: () => void
  readonly onClose: () => void
}
type Kind = 'image' | 'video' | 'voice' | 'file'
const kindOf = (file: File): Kind =>
  file.type.startsWith('image/')
    ? 'image'
    : file.type.startsWith('video/')
      ? 'video'
      : file.type.startsWith('audio/')
        ? 'voice'
        : 'file'

const mostOf = (kind: Kind) => (kind === 'image' ? limits.pictureBytes : limits.chatFileBytes)

/** Puts them into the outbox one after the other, the caption with the last; returns what was not put there. */
async function sendAll(files: readonly File[], caption: string, send: Props['send']): Promise<readonly File[]> {
  const ready = await Promise.all(
    files.map(async (file) => {
      const kind = kindOf(file)
      const small = kind === 'image' ? await shrinkPicture(file) : file
      return { file, kind, small, isLarge: small.size > mostOf(kind) }
    }),
  )
  const left = ready.filter(({ isLarge }) => isLarge)
  if (left[0]) toast(left[0].kind === 'image' ? 'chat:pictureTooLarge' : 'chat:fileTooLarge', {}, 'error')
  const fit = ready.filter(({ isLarge }) => !isLarge)
  for (const [at, { kind, small }] of fit.entries()) {
    const text = at === fit.length - 1 ? caption : ''
    const seconds = kind === 'video' || kind === 'voice' ? await mediaSeconds(small) : null
    const isStored = await send.file(small, kind, { seconds, text: kind === 'image' ? text : '' })
    if (!isStored) return ready.filter((each) => each.isLarge || fit.indexOf(each) >= at).map(({ file }) => file)
    if (text !== '' && kind !== 'image') await send.text(text, { cid: send.newCid(), replyTo: null, mentions: [] })
  }
  return left.map(({ file }) => file)
}

/** What is about to be sent, to look at once more; a caption goes with the last of it. */
export function AttachSheet({ files, send, onSent, onClose }: Props) {
  const { t } = useTranslation('chat')
  const [left, setLeft] = useState<readonly File[]>(() => files.slice(0, chatLimits.filesAtOnce))
  const [caption, setCaption] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const said = caption.trim()
  const error = useTooLong(said)
  const submit = async () => {
    setIsBusy(true)
    const rest = await sendAll(left, said, send)
    setIsBusy(false)
    if (rest.length < left.length) {
      setCaption('')
      onSent()
    }
    setLeft(rest)
    if (rest.length === 0) onClose()
  }
  return (
    <Sheet
      title={t('attach')}
      isOpen
      onClose={onClose}
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} disabled={left.length === 0 || error !== null} onClick={() => void submit()}>
          {left.length > 1 ? t('sendFiles', { count: left.length }) : t('send')}
        </Button>
      }
    >
      <Stack gap={4}>
        {files.length > chatLimits.filesAtOnce && (
          <Box as="p" role="status" tone="warning">
            {t('tooManyFiles', { count: chatLimits.filesAtOnce })}
          </Box>
        )}
        <ul className={styles.chosen} data-alone={left.length === 1 || undefined}>
          {left.map((file, at) => (
            <li key={`${at}${file.name}`}>
              <Chosen file={file} />
              <IconButton
                icon="close"
                label={t('unchoose', { name: file.name })}
                disabled={isBusy}
                onClick={() => setLeft(left.filter((each) => each !== file))}
              />
            </li>
          ))}
        </ul>
        <AreaField label={t('caption')} rows={2} dir="auto" value={caption} error={error} onChange={setCaption} />
      </Stack>
    </Sheet>
  )
}

function Chosen({ file }: { readonly file: File }) {
  const { i18n } = useTranslation('chat')
  const url = useFileUrl(file)
  if (kindOf(file) === 'image') return url === null ? null : <img src={url} alt={file.name} />
  return (
    <Row gap={3} pad={3} align="center" ground="well" round={2}>
      <Icon name={kindOf(file) === 'video' ? 'play' : 'file'} />
      <Stack shrinks breaks>
        <b dir="auto">{file.name}</b>
        <small>{formatBytes(file.size, i18n.language)}</small>
      </Stack>
    </Row>
  )
}
