import { languages, type Lang } from '#contract/wire/languages.ts'
import { isTheme } from '#src/lib/theme.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Suspense, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import components from 'virtual:components'
import styles from './gallery.module.css'
import { Machines } from './machines.tsx'
import { shelves } from './shelves.ts'
import { Stage } from './stage.tsx'

const about: Readonly<Record<string, { readonly file: string; readonly text: string }>> = components
const both = ['dark', 'light'] as const
const chapters = [...shelves.map(({ id }) => id), 'machines'] as const
type Look = 'dark' | 'light' | 'both'

/** All shared parts in their states, and the charts of all machines. */
export function Gallery() {
  const { t } = useTranslation('inspector')
  const { t: word } = useTranslation('ui')
  const { lang, theme, set } = useSettings()
  const [isBoth, setIsBoth] = useState(false)
  const [chapter, setChapter] = useState<string>(chapters[0])
  const look: Look = isBoth ? 'both' : theme === 'light' ? 'light' : 'dark'
  const shelf = shelves.find(({ id }) => id === chapter)
  const choose = (next: Look) => {
    setIsBoth(next === 'both')
    if (isTheme(next)) set({ theme: next })
  }
  return (
    <div className={styles.gallery}>
      <div className={styles.tools}>
        <Segmented
          label={t('gallery.theme')}
          size="s"
          value={look}
          onChange={choose}
          options={(['dark', 'light', 'both'] as const).map((value) => ({
            value,
            label: t(`gallery.themes.${value}`),
          }))}
        />
        <Select<Lang>
          isBare
          label={word('language')}
          value={lang}
          options={languages.map((value) => ({ value, label: word(`languages.${value}`) }))}
          onChange={(value) => set({ lang: value })}
        />
      </div>
      <nav className={styles.chapters} aria-label={t('gallery.chapter')}>
        {chapters.map((id) => (
          <button
            key={id}
            type="button"
            className={styles.chapter}
            aria-current={id === chapter}
            onClick={() => setChapter(id)}
          >
            {t(`gallery.chapters.${id}`)}{' '}
            <small>
              {shelves.find((each) => each.id === id) === undefined
                ? ''
                : Object.keys(shelves.find((each) => each.id === id)?.specimens ?? {}).length}
            </small>
          </button>
        ))}
      </nav>
      <p className={styles.note}>{t(shelf === undefined ? 'gallery.machinesNote' : 'gallery.note')}</p>
      <Stage>
        {shelf === undefined ? (
          <Machines />
        ) : (
          Object.entries(shelf.specimens).map(([name, Specimen]) => (
            <Exhibit key={name} name={name} Specimen={Specimen} isBoth={isBoth} />
          ))
        )}
      </Stage>
    </div>
  )
}

/** One component: its name, what its code says of it, and its states, once or in both themes. */
function Exhibit({
  name,
  Specimen,
  isBoth,
}: {
  readonly name: string
  readonly Specimen: ComponentType
  readonly isBoth: boolean
}) {
  const { t } = useTranslation('inspector')
  const known = about[name]
  const panes = isBoth ? both : ([null] as const)
  return (
    <section className={styles.exhibit} aria-labelledby={`exhibit-${name}`}>
      <h2 id={`exhibit-${name}`}>{name}</h2>
      <p lang="en">{known?.text}</p>
      <p className={styles.file}>
        <code>{known?.file}</code>
      </p>
      <div className={styles.panes}>
        {panes.map((scheme) => (
          <div
            key={scheme ?? 'one'}
            className={styles.pane}
            data-scheme={scheme}
            role={scheme === null ? undefined : 'group'}
            aria-label={scheme === null ? undefined : `${name}: ${t(`gallery.themes.${scheme}`)}`}
          >
            <Suspense fallback={<Skeleton lines={2} />}>
              <Specimen />
            </Suspense>
          </div>
        ))}
      </div>
    </section>
  )
}
