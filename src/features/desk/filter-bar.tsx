import { Row } from '#src/ui/box.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { isSameFilter, useSavedFilters, type CaseFilter } from './saved-filters.ts'

type Props = {
  readonly filter: CaseFilter
  /** It shows all that is open, which needs no filter. */
  readonly isPlain: boolean
  readonly onChoose: (filter: CaseFilter) => void
}

/** Saved filters, each one press away, and the one at hand to be saved. */
export function FilterBar({ filter, isPlain, onChoose }: Props) {
  const { t } = useTranslation('desk')
  const { saved, save, remove } = useSavedFilters()
  const nameOf = ({ kind, status, keyword, whose }: CaseFilter) =>
    [
      t(`tabs.${kind}`),
      ...(status === 'open' ? [] : [t(`status.${status}`)]),
      ...(whose === 'all' ? [] : [t(`whose.${whose}`)]),
      ...(keyword === '' ? [] : [`“${keyword}”`]),
    ].join(' · ')
  const isSaved = saved.some((each) => isSameFilter(each, filter))
  if (saved.length === 0 && isPlain) return null
  return (
    <Row gap={1} wraps role="group" aria-label={t('filters.saved')}>
      {saved.map((each) => {
        const name = nameOf(each)
        return (
          <Row key={name} as="span">
            <Button
              kind={isSameFilter(each, filter) ? 'primary' : 'quiet'}
              size="s"
              aria-pressed={isSameFilter(each, filter)}
              onClick={() => onChoose(each)}
            >
              {name}
            </Button>
            <IconButton icon="close" label={t('filters.remove', { name })} onClick={() => remove(each)} />
          </Row>
        )
      })}
      {!isPlain && !isSaved && (
        <Button kind="quiet" size="s" icon="star" onClick={() => save(filter)}>
          {t('filters.save')}
        </Button>
      )}
    </Row>
  )
}
