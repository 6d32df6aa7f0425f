import { Unread } from '#src/parts/loaded.tsx'
import { Box } from '#src/ui/box.tsx'
import { account } from '#contract/account/account.ts'
import type { ApiKey } from '#contract/account/account-keys.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { instantOf } from '#src/lib/format.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useOpened } from '#src/lib/use-opened.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { EndAccess } from './end-access.tsx'
import { MakeApiKey } from './make-api-key.tsx'
import { Lead, LinkRow, Row, Rows } from './rows.tsx'

const isOverAt = ({ expires_time }: ApiKey, now: number) =>
  expires_time !== null && (instantOf(expires_time) ?? Infinity) <= now

/** The API keys of the user. */
export function ApiKeysPage() {
  const { t } = useTranslation('account')
  const { request } = useServices()
  const { opened, open, close } = useOpened()
  const [ending, setEnding] = useState<ApiKey | null>(null)
  const { value, ...read } = useRead('api keys', (signal) => request.read(account.apiKeys, {}, { signal }))
  const isFull = value !== null && value.list.length >= value.max
  return (
    <Page title={t('titles.apiKeys')} onRefresh={read.refresh}>
      <div className={styles.page}>
        <Lead>{t('apiKeys.lead')}</Lead>
        {value === null && <Unread read={read} lines={3} height={64} />}
        {value !== null && value.list.length === 0 && <Empty text={t('apiKeys.empty')} icon="lock" />}
        {value !== null && value.list.length > 0 && (
          <Rows>
            {value.list.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                isOver={isOverAt(key, value.server_now_ms)}
                onEnd={() => setEnding(key)}
              />
            ))}
          </Rows>
        )}
        {value !== null && (
          <Box above={5}>
            <Button size="l" isWide disabled={isFull} onClick={() => open('make')}>
              {t('apiKeys.make')}
            </Button>
            {isFull && <Lead>{t('apiKeys.full', { max: value.max })}</Lead>}
          </Box>
        )}
        <Rows>
          <LinkRow icon="share" label={t('webhooks.link')} hint={t('webhooks.linkHint')} to={accountPaths.webhooks} />
        </Rows>
        <Lead>
          <a href="docs" target="_blank" rel="noopener noreferrer">
            {t('apiKeys.docs')}
          </a>
        </Lead>
      </div>
      {opened === 'make' && (
        <MakeApiKey
          onClose={() => {
            close()
            void read.refresh()
          }}
        />
      )}
      {ending !== null && (
        <EndAccess
          call={account.endApiKey}
          input={{ id: ending.id }}
          title={t('apiKeys.deleteAsk', { name: ending.name })}
          text={t('apiKeys.deleteText')}
          confirm={t('apiKeys.delete')}
          done="account:apiKeys.deleted"
          onClose={() => {
            setEnding(null)
            void read.refresh()
          }}
        />
      )}
    </Page>
  )
}

function KeyRow({
  apiKey,
  isOver,
  onEnd,
}: {
  readonly apiKey: ApiKey
  readonly isOver: boolean
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('account')
  const shown = useNumbers()
  const { name, scope, areas, addresses, max_order, max_day, markets } = apiKey
  const { hint, created_time, used_time, expires_time } = apiKey
  const times = [
    t('apiKeys.ends', { hint }),
    t('apiKeys.made', { time: shown.time(created_time) }),
    used_time === null ? t('apiKeys.unused') : t('apiKeys.used', { time: shown.time(used_time) }),
    ...(expires_time === null
      ? []
      : [t(isOver ? 'apiKeys.over' : 'apiKeys.until', { time: shown.time(expires_time) })]),
    ...(areas === undefined
      ? []
      : [t('apiKeys.also', { list: areas.map((area) => t(`apiKeys.areaNames.${area}`)).join(', ') })]),
    ...(max_order === undefined ? [] : [t('apiKeys.mostOrder', { max: max_order })]),
    ...(max_day === undefined ? [] : [t('apiKeys.mostDay', { max: max_day })]),
    ...(markets === undefined ? [] : [t('apiKeys.onlyIn', { list: markets.join(', ') })]),
    ...(addresses.length === 0 ? [] : [t('apiKeys.only', { list: addresses.join(', ') })]),
  ]
  return (
    <Row icon="lock" label={name} hint={times.join(' · ')} value={t(`apiKeys.${scope}`)}>
      <Button kind="quiet" size="s" aria-label={`${t('apiKeys.delete')}: ${name}`} onClick={onEnd}>
        {t('apiKeys.delete')}
      </Button>
    </Row>
  )
}
