import { leave } from '#src/lib/hash-location.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { useTranslation } from 'react-i18next'

/**
 * What a link or an id leads to is not there: a sentence, in the words of what was looked for if there are any, and the
 * way back.
 */
export function Gone({ text }: { readonly text?: string }) {
  const { t } = useTranslation(['shell', 'ui'])
  return (
    <Empty text={text ?? t('notFound.text')} icon="info">
      <Button kind="quiet" onClick={leave}>
        {t('ui:back')}
      </Button>
    </Empty>
  )
}
