import { Box, Stack } from '#src/ui/box.tsx'
import { news } from '#contract/news/news.ts'
import { isSafeAddress } from '#src/lib/safe-address.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { Gone } from '#src/parts/gone.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import prose from './prose.module.css'
import { paragraphsOf, type Piece } from './paragraphs.ts'

const idOf = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null)

/** A notice, answer or rule (`?id=`) on a page of its own. */
export function NewsTextPage({ title }: { readonly title: string }) {
  const { t } = useTranslation('news')
  const id = idOf(useQuery()['id'])
  return <Page title={title}>{id === null ? <Gone text={t('gone')} /> : <NewsText id={id} />}</Page>
}

function NewsText({ id }: { readonly id: number }) {
  const { t } = useTranslation('news')
  const { request } = useServices()
  const shown = useNumbers()
  const lang = useSettings((settings) => settings.lang)
  const { value, failure, isBusy, refresh } = useRead(`${id} ${lang}`, (signal) =>
    request.read(news.detail, { id }, { signal }),
  )
  if (value === null) {
    if (failure === null) return <Waiting />
    if (failure.kind === 'refused' && failure.reason === 'not_found') return <Gone text={t('gone')} />
    return <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
  }
  const { title, content, create_time, link } = value
  return (
    <Stack as="article" gap={5} topPad={2} endPad={8}>
      <Stack as="header" gap={2} line="bottom" endPad={4}>
        <Box as="h2" size={5} breaks>
          {title}
        </Box>
        <Box as="time" size={2} tone={2} dateTime={`${create_time.replace(' ', 'T')}Z`}>
          {shown.time(create_time)}
        </Box>
      </Stack>
      <Prose text={content} />
      {link !== null && isSafeAddress(link) && (
        <Box
          as="a"
          ground="accent"
          round={2}
          tone="accent"
          weight="medium"
          breaks
          blockPad={3}
          sidePad={5}
          self="start"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('open')}
        </Box>
      )}
    </Stack>
  )
}

function Waiting() {
  return (
    <Stack gap={5} topPad={2} endPad={8}>
      <Skeleton lines={1} height={28} />
      <Skeleton lines={6} height={18} />
    </Stack>
  )
}

/** Renders a plain text with paragraphs, line breaks and links for https URLs. */
function Prose({ text }: { readonly text: string }) {
  return (
    <Stack gap={4} tone={1} breaks className={prose.prose}>
      {paragraphsOf(text).map((lines, at) => (
        <p key={at}>
          {lines.map((pieces, line) => (
            <Box key={line} as="span" isBlock>
              {pieces.map(showPiece)}
            </Box>
          ))}
        </p>
      ))}
    </Stack>
  )
}

const showPiece = ({ text, href }: Piece, at: number) =>
  href === null ? (
    <span key={at}>{text}</span>
  ) : (
    <a key={at} href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
