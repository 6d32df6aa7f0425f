import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import type { FileContent, ImageContent, UserContent } from '#contract/chat/chat-content.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { formatBytes } from '#src/lib/format-bytes.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { marketIn } from '#src/features/chat/market/market-link.ts'
import { withFacesCut } from './faces.ts'
import { RichText } from './rich-text.tsx'
import styles from './room.module.css'

/** Loaded with the first voice message. */
const VoicePlayer = lazy(async () => ({
  default: (await import('#src/features/chat/voice/voice-player.tsx')).VoicePlayer,
}))
/** Loaded with the first call. */
const CallLine = lazy(async () => ({ default: (await import('#src/features/chat/calls/call-line.tsx')).CallLine }))
/** Loaded with the first sticker. */
const StickerView = lazy(async () => ({
  default: (await import('#src/features/chat/stickers/sticker-view.tsx')).StickerView,
}))
/** Loaded with the first market in a message. */
const MarketCard = lazy(async () => ({
  default: (await import('#src/features/chat/market/market-card.tsx')).MarketCard,
}))
/** The largest side of a picture in the log; the whole of it is shown by the viewer. */
const maxSide = 182
const sizeOf = ({ width, height }: { readonly width: number | null; readonly height: number | null }) => {
  if (width === null || height === null || width <= 0 || height <= 0)
    return { inlineSize: maxSide, blockSize: maxSide * 0.66 }
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { inlineSize: Math.max(64, Math.round(width * scale)), blockSize: Math.max(48, Math.round(height * scale)) }
}
type Props = {
  readonly content: UserContent
  readonly onPicture: (url: string) => void
  readonly onMerged: (shareId: string) => void
  readonly onCard: (id: string) => void
}

/** What a person sent, by its kind. Sizes are kept free before anything is loaded, so that nothing moves. */
export function ContentView(props: Props) {
  const { content } = props
  return content.kind === 'text' ? <TextView text={content.value.text} /> : <OtherView {...props} content={content} />
}
function OtherView({
  content,
  onPicture,
  onMerged,
  onCard,
}: Props & { readonly content: Exclude<UserContent, { kind: 'text' }> }) {
  const { t } = useTranslation('chat')
  switch (content.kind) {
    case 'image':
      return <Picture image={content.value} onPicture={onPicture} />
    case 'voice':
      return (
        <Suspense fallback={<span className={styles.voice} />}>
          <VoicePlayer url={belowBase(content.value.url)} seconds={content.value.contentDuration} />
        </Suspense>
      )
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own recordings have none
        <video
          className={styles.video}
          controls
          preload="metadata"
          src={belowBase(content.value.url)}
          aria-label={t('kinds.video')}
          {...(content.value.subImgInfo !== null && { poster: belowBase(content.value.subImgInfo.url) })}
        />
      )
    case 'file':
      return <FileLink file={content.value} />
    case 'imageText':
    case 'videoText':
      return <Captioned content={content.value} onPicture={onPicture} />
    case 'location':
      return (
        <ContentCard icon="place" onPress={() => go(chatPaths.openLocationOf(content.value))}>
          <b>{content.value.name}</b>
          <small>{content.value.address || t('kinds.location')}</small>
        </ContentCard>
      )
    case 'card':
      return (
        <ContentCard icon="user" onPress={() => onCard(content.value.id)}>
          <b>{content.value.userName}</b>
          <small>{t('kinds.card')}</small>
        </ContentCard>
      )
    case 'merged':
      return (
        <ContentCard onPress={() => onMerged(content.value.shareId)}>
          <Merged content={content.value} />
        </ContentCard>
      )
    case 'call':
      return (
        <Suspense fallback={t('kinds.call')}>
          <CallLine call={content.value} />
        </Suspense>
      )
    case 'sticker':
      return (
        <Suspense fallback={<span className={styles.sticker} />}>
          <StickerView {...content.value} />
        </Suspense>
      )
    case 'redPacket':
      return t('kinds.redPacket')
  }
}

type ValueOf<K extends UserContent['kind']> = Extract<UserContent, { kind: K }>['value']
type CaptionedProps = Pick<Props, 'onPicture'> & { readonly content: ValueOf<'imageText' | 'videoText'> }
const Captioned = ({ content: { fileInfo, textDesc }, onPicture }: CaptionedProps) => (
  <Stack as="span" gap={2}>
    {'width' in fileInfo ? <Picture image={fileInfo} onPicture={onPicture} /> : <FileLink file={fileInfo} />}
    <Said text={textDesc} />
  </Stack>
)
const Said = ({ text }: { readonly text: string }) => (
  <Box as="span" isPre dir="auto">
    <RichText text={text} />
  </Box>
)
function Merged({ content: { title, preview, count } }: { readonly content: ValueOf<'merged'> }) {
  const { t } = useTranslation('chat')
  return (
    <>
      <b>{title}</b>
      {preview.map(({ userName, text }, at) => (
        <small key={at}>{t('saidBy', { who: userName, said: withFacesCut(text) })}</small>
      ))}
      <Box as="small" above={1}>
        {t('messagesIn', { count })}
      </Box>
    </>
  )
}

/** A text; a market it links to has its live card below. */
function TextView({ text }: { readonly text: string }) {
  const found = marketIn(text)
  if (found === null) return <Said text={text} />
  return (
    <Stack as="span" gap={2}>
      {found.rest !== '' && <Said text={found.rest} />}
      <Suspense fallback={<span className={styles.marketComing} />}>
        <MarketCard market={found.market} />
      </Suspense>
    </Stack>
  )
}
function Picture({ image, onPicture }: { readonly image: ImageContent; readonly onPicture: (url: string) => void }) {
  const { t } = useTranslation('chat')
  const url = belowBase(image.url)
  return (
    <Press
      isBlock
      ground="well"
      className={styles.picture}
      style={sizeOf(image)}
      aria-label={t('openPicture')}
      onClick={() => onPicture(url)}
    >
      <img data-cover="" src={url} alt="" loading="lazy" decoding="async" />
    </Press>
  )
}
function FileLink({ file }: { readonly file: FileContent | ImageContent }) {
  const { i18n } = useTranslation('chat')
  return (
    <Row
      as="a"
      gap={3}
      text="start"
      className={styles.card}
      href={belowBase(file.url)}
      download={file.fileName}
      rel="noreferrer"
    >
      <Icon name="file" />
      <Stack as="span" breaks shrinks>
        <b>{file.fileName}</b>
        <small>{formatBytes(file.fileSize, i18n.language)}</small>
      </Stack>
    </Row>
  )
}

type CardProps = { readonly icon?: IconName; readonly onPress: () => void; readonly children: ReactNode }
/** What a message is about, as a card that opens it. */
const ContentCard = ({ icon, onPress, children }: CardProps) => (
  <Press lay="row" gap={3} align="center" text="start" className={styles.card} onClick={onPress}>
    {icon && <Icon name={icon} />}
    <Stack as="span" breaks shrinks>
      {children}
    </Stack>
  </Press>
)
