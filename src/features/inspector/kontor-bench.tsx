import { ServicesContext, useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { Link } from '#src/parts/link.tsx'
import { closeDock, openDock } from '@kontor/inspector/dock'
import styles from '@kontor/inspector/inspector.module.css'
import { Workbench } from '@kontor/inspector/workbench'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { ReplayPanel } from './recording/replay-panel.tsx'
import { ClockLine, OpenThings, StreamTable } from './stream-table.tsx'
import { loadCharts, watchedOf } from './watched.ts'

/** The inspector with what it is told of Kontor: actors, frames, secrets, words, and panels of its own. */
export function KontorBench({ place }: { readonly place: 'page' | 'dock' }) {
  const services = useServices()
  const { t, i18n } = useTranslation('inspector')
  const watched = watchedOf(services)
  const dock = () => {
    openDock(
      t('titles.page'),
      <I18nextProvider i18n={i18n}>
        <ServicesContext value={services}>
          <KontorBench place="dock" />
        </ServicesContext>
      </I18nextProvider>,
    )
    go('/')
  }
  return (
    <Workbench
      inspection={watched.inspection}
      charts={loadCharts}
      words={(key, values) => t(key, { ...values })}
      place={place}
      onPlace={place === 'dock' ? closeDock : dock}
      links={
        place === 'page' && (
          <Link to="/inspector/gallery" className={styles.small}>
            {t('titles.gallery')}
          </Link>
        )
      }
      facts={<ClockLine watched={watched} />}
      panels={[
        {
          name: 'streams',
          label: t('parts.streams'),
          body: (
            <>
              <StreamTable watched={watched} />
              <OpenThings watched={watched} />
            </>
          ),
        },
        { name: 'replay', label: t('parts.replay'), body: <ReplayPanel />, isWide: true },
      ]}
    />
  )
}
