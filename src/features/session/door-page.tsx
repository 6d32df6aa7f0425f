import { Box, Row, Stack } from '#src/ui/box.tsx'
import { marketOf } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { useConfig } from '#src/stores/config.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { Page } from '#src/ui/page.tsx'
import { loading } from '#streams/kit/live.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './door-page.module.css'
import { langOfTags } from '#contract/wire/language-tags.ts'
import { defaultLang, languages } from '#contract/wire/languages.ts'
import { chooseLang, useSettings } from '#src/stores/settings.ts'
import { Button } from '#src/ui/button.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'

/** The layout of the pages before login: the mark, one line and three live prices beside or above the form. */
export function DoorPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation('session')
  const name = useConfig(({ setting }) => setting?.name) ?? t('door.brand')
  return (
    <Page title={title} actions={<LanguageButton />} isWide>
      <Stack gap={4} isFull className={styles.door}>
        <Stack gap={4} isTop className={styles.face}>
          <Row gap={3} className={styles.name}>
            <Mark />
            <div>
              <Box as="p" size={5} weight="bold" className={styles.brand} translate="no">
                {name}
              </Box>
              <Box as="p" size={3} tone={2} className={styles.line}>
                {t('door.line')}
              </Box>
            </div>
          </Row>
          <Prices />
        </Stack>
        <Box shrinks className={styles.form}>
          <LanguageOffer />
          {children}
        </Box>
      </Stack>
    </Page>
  )
}

/** The operator's picture, or the K of the app's own icon. */
function Mark() {
  const logo = useConfig((config) => config.logo)
  if (logo !== null && !logo.endsWith('/icon.svg')) return <img className={styles.mark} src={logo} alt="" />
  return (
    <svg className={styles.mark} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <path d="M18 14v36M18 34l18-18M24 30l20 20" />
      <circle cx="45" cy="17" r="5" />
    </svg>
  )
}

const maxShown = 3

function Prices() {
  const { t } = useTranslation('session')
  const { feeds } = useServices()
  const shown = useNumbers()
  const { value, freshness } = useStream(feeds.tickers$, loading)
  const pairs = value
    ?.filter(({ is_display }) => is_display)
    .toSorted((a, b) => a.sort - b.sort)
    .slice(0, maxShown)
  if (pairs?.length === 0) return null
  return (
    <Stack as="ul" columns={3} className={styles.prices} aria-label={t('door.prices')}>
      {pairs === undefined
        ? Array.from({ length: maxShown }, (_, at) => <li key={at} className={styles.place} />)
        : pairs.map(({ symbol, legal_name, now_price, price_scale, change, stale }) => {
            const isOld = stale || freshness === 'stale'
            return (
              <li key={marketOf(symbol)} className={styles.place}>
                <Box as="span" size={2} tone={2}>
                  {symbol}
                </Box>
                <b>
                  <NumberCell
                    text={shown.price(now_price, price_scale)}
                    value={now_price}
                    unit={legal_name}
                    isStale={isOld}
                  />
                </b>
                <Box as="span" size={2} tone={2}>
                  <NumberCell text={shown.change(change)} trend={trendOf(change)} isStale={isOld} />
                </Box>
              </li>
            )
          })}
    </Stack>
  )
}

/** The language picker in the header of the pages before login, where the menu with the settings is not available. */
function LanguageButton() {
  const { t } = useTranslation('ui')
  const lang = useSettings((settings) => settings.lang)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        kind="text"
        icon="globe"
        aria-label={`${t('language')}: ${t(`languages.${lang}`)}`}
        onClick={() => setIsOpen(true)}
      >
        {t(`languages.${lang}`)}
      </Button>
      <MenuSheet
        title={t('language')}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        choices={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
        chosen={lang}
        onChoose={chooseLang}
      />
    </>
  )
}

/** While the language is the default, the browser's own language is offered with one tap. */
function LanguageOffer() {
  const { t } = useTranslation('ui')
  const lang = useSettings((settings) => settings.lang)
  const offered = langOfTags(navigator.languages)
  if (lang !== defaultLang || offered === null || offered === lang) return null
  return (
    <Box lay="row" justify="center" endPad={3}>
      <Button kind="quiet" size="s" icon="globe" onClick={() => chooseLang(offered)}>
        {t(`languages.${offered}`)}
      </Button>
    </Box>
  )
}
