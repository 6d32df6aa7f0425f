import { useConfig } from '#src/stores/config.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { useDock } from './dock.tsx'
import { mayInspect } from './may-inspect.ts'
import { Workbench } from './workbench.tsx'

/** The machines of this page, its streams and its line. Where it is closed it looks like any address without a page. */
export function InspectorPage() {
  const isOpen = useConfig((config) => mayInspect(config, import.meta.env?.DEV === true))
  const { t } = useTranslation(['inspector', 'shell'])
  const openDock = useDock()
  if (!isOpen) {
    return (
      <Page title={t('shell:titles.notFound')}>
        <Empty icon="search" text={t('shell:notFound.text')} />
      </Page>
    )
  }
  return (
    <Page title={t('titles.page')} isWide isFlush>
      <Workbench place="page" onPlace={openDock} />
    </Page>
  )
}
