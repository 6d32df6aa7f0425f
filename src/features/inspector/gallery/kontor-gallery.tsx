import { languages, type Lang } from '#contract/wire/languages.ts'
import { isTheme } from '#src/lib/theme.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { loadCharts } from '#src/features/inspector/watched.ts'
import { Gallery } from '@kontor/inspector/gallery'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import components from 'virtual:components'
import { shelves } from './shelves.ts'
import { Stage } from './stage.tsx'

type Look = 'dark' | 'light' | 'both'

/** Kontor's shared parts in their states, and the charts of its machines. */
export function KontorGallery() {
  const { t } = useTranslation('inspector')
  const { t: word } = useTranslation('ui')
  const { lang, theme, set } = useSettings()
  const [isBoth, setIsBoth] = useState(false)
  const look: Look = isBoth ? 'both' : theme === 'light' ? 'light' : 'dark'
  const choose = (next: Look) => {
    setIsBoth(next === 'both')
    if (isTheme(next)) set({ theme: next })
  }
  const tools = (
    <>
      <Segmented
        label={t('gallery.theme')}
        size="s"
        value={look}
        onChange={choose}
        options={(['dark', 'light', 'both'] as const).map((value) => ({ value, label: t(`gallery.themes.${value}`) }))}
      />
      <Select<Lang>
        isBare
        label={word('language')}
        value={lang}
        options={languages.map((value) => ({ value, label: word(`languages.${value}`) }))}
        onChange={(value) => set({ lang: value })}
      />
    </>
  )
  return (
    <Gallery
      shelves={shelves}
      about={components}
      charts={loadCharts}
      words={(key, values) => t(key, { ...values })}
      isBoth={isBoth}
      tools={tools}
      stage={Stage}
    />
  )
}
