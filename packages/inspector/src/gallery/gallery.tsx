import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import type { LoadCharts } from '../chart.ts'
import { sayEnglish, useWords, WordsContext, type Say } from '../words.ts'
import styles from './gallery.module.css'
import { Machines } from './machines.tsx'
import type { Shelf } from './shelf.tsx'

type About = Readonly<Record<string, { readonly file: string; readonly text: string }>>
type Props = {
  /** What is shown, chapter by chapter. */
  readonly shelves: readonly Shelf[]
  /** What the code says of each component, by its name. */
  readonly about: About
  readonly charts: LoadCharts
  /** Shows each component in the dark and in the light. */
  readonly isBoth?: boolean
  /** Above the chapters: the choice of a theme, of a language. */
  readonly tools?: ReactNode
  /** Around what is shown: samples instead of a server. */
  readonly stage?: ComponentType<{ readonly children: ReactNode }>
}
const both = ['dark', 'light'] as const

/** The components of an app in their states, and the charts of its machines. */
export function Gallery({ words = sayEnglish, ...props }: Props & { readonly words?: Say }) {
  return (
    <WordsContext value={words}>
      <Chapters {...props} />
    </WordsContext>
  )
}

function Chapters({ shelves, about, charts, isBoth = false, tools, stage: Stage = Bare }: Props) {
  const t = useWords()
  const [chapter, setChapter] = useState(shelves[0]?.id ?? 'machines')
  const shelf = shelves.find(({ id }) => id === chapter)
  return (
    <div className={styles.gallery}>
      <div className={styles.tools}>{tools}</div>
      <nav className={styles.chapters} aria-label={t('gallery.chapter')}>
        {[...shelves, { id: 'machines', specimens: null }].map(({ id, specimens }) => (
          <button
            key={id}
            type="button"
            className={styles.chapter}
            aria-current={id === chapter}
            onClick={() => setChapter(id)}
          >
            {t(`gallery.chapters.${id}`)} <small>{specimens === null ? '' : Object.keys(specimens).length}</small>
          </button>
        ))}
      </nav>
      <p className={styles.note}>{t(shelf === undefined ? 'gallery.machinesNote' : 'gallery.note')}</p>
      <Stage>
        {shelf === undefined ? (
          <Machines load={charts} />
        ) : (
          Object.entries(shelf.specimens).map(([name, Specimen]) => (
            <Exhibit key={name} name={name} Specimen={Specimen} known={about[name]} isBoth={isBoth} />
          ))
        )}
      </Stage>
    </div>
  )
}
const Bare = ({ children }: { readonly children: ReactNode }) => children

/** One component: its name, what its code says of it, and its states, once or in both themes. */
function Exhibit({
  name,
  Specimen,
  known,
  isBoth,
}: {
  readonly name: string
  readonly Specimen: ComponentType
  readonly known: About[string] | undefined
  readonly isBoth: boolean
}) {
  const t = useWords()
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
            <Suspense fallback={null}>
              <Specimen />
            </Suspense>
          </div>
        ))}
      </div>
    </section>
  )
}
