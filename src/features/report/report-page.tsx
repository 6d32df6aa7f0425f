import { formatBytes } from '#src/lib/format-bytes.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { Link } from '#src/parts/link.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { packed } from '#src/parts/recording/pack.ts'
import { beginAnew, currentTape, endRecording } from './record-page.ts'
import styles from './report.module.css'
import { tapeLimits } from '#src/parts/recording/tape.ts'

const inside = ['venue', 'taps', 'device'] as const
const outside = ['secrets', 'people', 'texts'] as const
const lookLines = 200
const renewMs = 2000
type Tape = NonNullable<ReturnType<typeof currentTape>>

/** Says what a recording holds and what not, before it is begun and before it is saved. */
export function ReportPage() {
  const { t } = useTranslation('inspector')
  const tape = currentTape()
  const [size, setSize] = useState(() => tape?.size())
  const [isDenied, setDenied] = useState(false)
  useEffect(() => {
    if (tape === null) return
    const timer = setInterval(() => setSize(tape.size()), renewMs)
    return () => clearInterval(timer)
  }, [tape])
  const list = (names: readonly (typeof inside | typeof outside)[number][]) => (
    <Stack as="ul" gap={2} tone={2} className={styles.list}>
      {names.map((name) => (
        <li key={name}>{t(`report.${name}`)}</li>
      ))}
    </Stack>
  )
  return (
    <Page title={t('titles.report')}>
      <Stack gap={4} tone={1} isLoose breaks className={styles.report}>
        <p>{t('report.why')}</p>
        <section>
          <h2>{t('report.inside')}</h2>
          {list(inside)}
        </section>
        <section>
          <h2>{t('report.outside')}</h2>
          {list(outside)}
        </section>
        <Box as="p" tone={2}>
          {t('report.where')}
        </Box>
        {tape === null || size === undefined ? (
          <>
            <p role="status">{t('report.off')}</p>
            <Button kind="primary" onClick={() => setDenied(!beginAnew())}>
              {t('report.start')}
            </Button>
            {isDenied && <p role="alert">{t('report.denied')}</p>}
          </>
        ) : (
          <Running tape={tape} size={size} />
        )}
      </Stack>
    </Page>
  )
}

type RunningProps = { readonly tape: Tape; readonly size: ReturnType<Tape['size']> }
/** A recording that runs: how long it is, what it holds, and how it is saved or ended. */
function Running({ tape, size }: RunningProps) {
  const { t } = useTranslation(['inspector', 'news'])
  const lang = useSettings((settings) => settings.lang)
  const [opened, setOpened] = useState<string | null>(null)
  const [saved, setSaved] = useState<number | 'failed' | null>(null)
  const save = async () => {
    try {
      const file = await packed(tape.text(), 'kontor-recording')
      saveFile(file)
      setSaved(file.size)
    } catch {
      setSaved('failed')
    }
  }
  return (
    <>
      <Stack role="status" as="p" blockPad={3} sidePad={4} round={3} className={styles.state}>
        <b>{t('report.on', { minutes: Math.floor(size.forMs / 60_000) })}</b>
        <span>
          {t('report.size', {
            lines: size.lines,
            size: formatBytes(size.chars, lang),
            max: formatBytes(tapeLimits.chars, lang),
          })}
        </span>
      </Stack>
      <Button kind="primary" onClick={() => void save()}>
        {t('report.save')}
      </Button>
      {saved !== null && (
        <p role="status">
          {saved === 'failed' ? t('report.notSaved') : t('report.saved', { size: formatBytes(saved, lang) })}
        </p>
      )}
      {typeof saved === 'number' && <Link to={newsPaths.helpChat}>{t('news:service')}</Link>}
      <Button
        kind="quiet"
        onClick={() => setOpened(opened === null ? tape.text().split('\n').slice(-lookLines).join('\n') : null)}
      >
        {t('report.look')}
      </Button>
      {opened !== null && (
        <Box as="pre" pad={3} round={3} className={styles.look}>
          {opened}
        </Box>
      )}
      <Button kind="quiet" onClick={endRecording}>
        {t('report.stop')}
      </Button>
    </>
  )
}
