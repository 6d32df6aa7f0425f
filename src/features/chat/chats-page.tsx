import { Count } from '#src/ui/count.tsx'
import { Box } from '#src/ui/box.tsx'
import { useServices } from '#src/actors/services.tsx'
import { useQuery, go, hereWith } from '#src/lib/hash-location.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { useConfig } from '#src/stores/config.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ChatList } from './chat-list.tsx'
import styles from './chat.module.css'
import { ChatsPane } from './chats-pane.tsx'
import { FriendList } from '#src/features/chat/friends/friend-list.tsx'
import { PlusMenu } from './plus-menu.tsx'

/** Loaded with the tab. */
const AccountTab = lazy(async () => ({
  default: (await import('#src/features/chat/account/account-tab.tsx')).AccountTab,
}))

const Counted = ({ word, count }: { readonly word: string; readonly count: number }) => (
  <>
    {word} <Count tone="accent" most={999} count={count} />
  </>
)

/** My chats, my friends and my account; on desktops the list stays beside the open chat. */
export function ChatsPage() {
  const { t } = useTranslation('chat')
  const isDesk = useIsDesktop()
  const { feeds } = useServices()
  const unread = useStream(feeds.unread$, null)
  const isTab = useConfig(({ setting }) => setting?.tabs?.includes('chat') === true)
  const asks = useStream(feeds.asks$, 0)
  const asked = useQuery()['tab']
  const tab = asked === 'friends' || asked === 'account' ? asked : 'chats'
  const tabs = (
    <Tabs
      label={t('titles.chats')}
      isWide
      value={tab}
      onChange={(next) => go(hereWith('tab', next), { replace: true })}
      tabs={[
        {
          value: 'chats',
          label: <Counted word={t('tabs.chats')} count={unread ?? 0} />,
        },
        { value: 'friends', label: <Counted word={t('tabs.friends')} count={asks} /> },
        { value: 'account', label: t('tabs.account') },
      ]}
    />
  )
  const account = (
    <Suspense fallback={<Skeleton lines={5} height={64} />}>
      <AccountTab />
    </Suspense>
  )
  if (isDesk) {
    return (
      <div className={styles.desk}>
        <ChatsPane here={null} />
        <Page title={t('titles.chats')} hasBack={false}>
          {tabs}
          {tab === 'friends' ? (
            <FriendList />
          ) : tab === 'account' ? (
            account
          ) : (
            <Empty text={t('chooseChat')} icon="chat" />
          )}
        </Page>
      </div>
    )
  }
  return (
    <Page title={t('titles.chats')} actions={<PlusMenu />} isFlush hasBack={!isTab}>
      <Box sidePad="gutter">{tabs}</Box>
      {tab === 'chats' ? (
        <ChatList />
      ) : (
        <Box blockPad={3} sidePad="gutter">
          {tab === 'friends' ? <FriendList /> : account}
        </Box>
      )}
    </Page>
  )
}
