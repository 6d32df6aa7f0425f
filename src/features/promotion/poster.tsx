import { Unread } from '#src/parts/loaded.tsx'
import { Row, Stack } from '#src/ui/box.tsx'
import { promotion } from '#contract/promotion/promotion.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { belowBase } from '#src/lib/below-base.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { copyAndSay } from '#src/parts/copy-button.tsx'
import { outward, useConfig } from '#src/stores/config.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drawPoster, loadBackground, posterFile, posterSize, type PosterWords } from './poster-picture.ts'
import styles from './promotion.module.css'

/** The link as it is printed: the host and the code are enough to find the way. */
const hostOf = (link: string) => new URL(link).host

/** The poster with its QR code, and the ways to hand it on. */
export function Poster() {
  const { t } = useTranslation('promotion')
  const { request } = useServices()
  const { value, ...read } = useRead('poster', (signal) => request.read(promotion.poster, {}, { signal }))
  const product = useConfig(({ setting }) => setting?.name ?? '')
  const [at, setAt] = useState(0)
  const link = value === null ? '' : outward(value.share_url)
  const code = value?.extension_code ?? ''
  const words = useMemo<PosterWords>(
    () => ({
      product,
      slogan: t('slogan'),
      codeName: t('code'),
      code,
      link,
      linkText: link === '' ? '' : hostOf(link),
    }),
    [product, t, code, link],
  )
  if (value === null) {
    return <Unread read={read} lines={1} height={260} />
  }
  const pic = value.pics[at % Math.max(1, value.pics.length)] ?? ''
  return (
    <Stack as="section" gap={3} aria-label={t('poster')}>
      <Picture words={words} pic={pic} />
      <Row align="stretch" justify="center" wraps gap={1} sideGap={3}>
        <Button kind="text" icon="copy" onClick={() => void copyAndSay(link)}>
          {t('copyLink')}
        </Button>
        <Button kind="text" icon="copy" onClick={() => void copyAndSay(code)}>
          {t('copyCode')}
        </Button>
        {value.pics.length > 1 && (
          <Button kind="text" icon="camera" onClick={() => setAt(at + 1)}>
            {t('otherPicture')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

function Picture({ words, pic }: { readonly words: PosterWords; readonly pic: string }) {
  const { t } = useTranslation('promotion')
  const { request } = useServices()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [file, setFile] = useState<File | null>(null)
  useEffect(() => {
    let isHere = true
    const draw = async () => {
      const background = await loadBackground(belowBase(pic))
      if (!isHere || canvas.current === null || !drawPoster(canvas.current, words, background)) return
      const made = await posterFile(canvas.current, `${words.code}.png`)
      if (isHere) setFile(made)
    }
    void draw()
    return () => {
      isHere = false
    }
  }, [words, pic])
  const save = () => {
    try {
      if (file !== null) saveFile(file)
    } catch {
      toast('refusals:picture_save_failed', {}, 'error')
    }
  }
  const share = async () => {
    const reply = await request.read(promotion.share, {})
    const text = reply.ok
      ? { title: reply.value.share_title, text: reply.value.share_content }
      : { title: words.slogan, text: words.slogan }
    const picture =
      file !== null && typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })
        ? { files: [file] }
        : {}
    try {
      if (typeof navigator.share === 'function') await navigator.share({ ...text, url: words.link, ...picture })
      else await copyAndSay(words.link)
    } catch (reason) {
      // Dismissing the share sheet of the device is not an error.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) toast('promotion:shareFailed', {}, 'error')
    }
  }
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={posterSize.width}
        height={posterSize.height}
        role="img"
        aria-label={[words.product, words.slogan, words.codeName, words.code, words.linkText].join(', ')}
      />
      <Stack fits={180} gap={3}>
        <Button size="l" isWide icon="share" onClick={() => void share()}>
          {t('shareNow')}
        </Button>
        <Button size="l" isWide kind="quiet" icon="download" isBusy={file === null} onClick={save}>
          {t('savePoster')}
        </Button>
      </Stack>
    </>
  )
}
