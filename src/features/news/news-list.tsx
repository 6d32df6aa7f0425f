import { Box, Stack } from '#src/ui/box.tsx'
import { news, type NewsItem } from '#contract/news/news.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { useServices } from '#src/actors/services.tsx'
import { Link } from '#src/parts/link.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { usePager, type Pager } from '#src/actors/use-pager.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './news-list.module.css'

/** The texts of one category in the user's language, page by page. */
export function useNews(category: number, keyword = ''): Pager<NewsItem> {
  const { request } = useServices()
  const lang = useSettings((settings) => settings.lang)
  return usePager<NewsItem>(async (page) => {
    const reply = await request.read(news.list, { c_id: category, lang, keyword, page, limit: defaultLimit })
    if (!reply.ok) return reply
    const { list, count } = reply.value
    return { ok: true, value: { rows: list, isLast: list.length === 0 || page * defaultLimit >= count } }
  })
}

type Props = {
  readonly pager: Pager<NewsItem>
  readonly pathOf: (id: number) => string
  readonly empty?: string
  readonly hasTime?: boolean
}

/** A list of titles; older ones load while scrolling. */
export function NewsList({ pager, pathOf, empty, hasTime = false }: Props) {
  const { t } = useTranslation('news')
  return (
    <div>
      <PagedList
        pager={pager}
        keyOf={({ id }) => id}
        render={(item) => <Row item={item} to={pathOf(item.id)} hasTime={hasTime} />}
        emptyText={empty ?? t('empty')}
        emptyIcon={hasTime ? 'bell' : 'help'}
        rowHeight={hasTime ? 52 : 36}
        isCard
      />
    </div>
  )
}

function Row({ item, to, hasTime }: { readonly item: NewsItem; readonly to: string; readonly hasTime: boolean }) {
  const { t } = useTranslation('news')
  const shown = useNumbers()
  return (
    <Link to={to} lay="row" gap={3} blockPad={3} sidePad={4} align="center" tall={56} reacts>
      <Stack as="span" gap={1} grows>
        <Box as="span" size="lead" breaks>
          {item.top && (
            <Box as="span" ground="accent" round={1} size={1} tone="accent" weight="medium" className={styles.pinned}>
              {t('pinned')}
            </Box>
          )}
          {item.title}
        </Box>
        {hasTime && (
          <Box as="time" size={2} tone={2} dateTime={`${item.create_time.replace(' ', 'T')}Z`}>
            {shown.time(item.create_time)}
          </Box>
        )}
      </Stack>
      <Icon name="chevron-right" size={18} tone={3} />
    </Link>
  )
}
