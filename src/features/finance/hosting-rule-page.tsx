import { finance } from '#contract/finance/finance.ts'
import { news, newsCategories } from '#contract/news/news.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Stack } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'

/** The rules of hosting as the venue has published them; `?id=` is the text of one product. */
export function HostingRulePage() {
  const { t } = useTranslation('finance')
  const { request } = useServices()
  const lang = useSettings((settings) => settings.lang)
  const { id = '' } = useQuery()
  /** All products have the same rules. */
  const firstRule = async () => {
    const reply = await request.read(finance.products, {})
    return reply.ok ? (reply.value[0]?.rule_news_id ?? null) : null
  }
  const rule = useRead<{ readonly title: string; readonly content: string } | null>(
    `hosting-rule ${id} ${lang}`,
    async () => {
      const asked = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : await firstRule()
      if (asked === null) return { ok: true, value: null }
      const reply = await request.read(news.detail, { id: asked })
      // Any news has a number: only the rules belong on this page.
      return reply.ok && reply.value.c_id !== newsCategories.rule ? { ok: true, value: null } : reply
    },
  )
  const isGone = rule.failure?.kind === 'refused' && rule.failure.reason === 'not_found'
  return (
    <Page title={t('titles.rules')}>
      <Stack gap={3} topPad={2} endPad={8}>
        {rule.value !== null && (
          <Stack as="article" gap={3} size={3} isLoose breaks>
            {rule.value.content.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Stack>
        )}
        {rule.value === null && rule.isBusy && <Skeleton lines={8} height={20} />}
        {rule.value === null &&
          !rule.isBusy &&
          (rule.failure === null || isGone ? (
            <Empty text={t('noRules')} icon="info" />
          ) : (
            <ReadFailed failure={rule.failure} onRetry={() => void rule.refresh()} />
          ))}
      </Stack>
    </Page>
  )
}
