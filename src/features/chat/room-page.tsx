import { useQuery } from '#src/lib/hash-location.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { Gone } from '#src/parts/gone.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './chat.module.css'
import { Room } from './room.tsx'
import { SidePane } from './side-pane.tsx'
import { useChats } from './use-chats.ts'

/** Loaded by who comes from a person. */
const OpenWith = lazy(async () => ({ default: (await import('./open-with.tsx')).OpenWith }))

/** One chat; on desktops beside the list of all. */
export function RoomPage() {
  const { t } = useTranslation('chat')
  const { chatGroupId, n, with: other } = useQuery()
  const isDesk = useIsDesktop()
  const { chats } = useChats()
  const row = chats?.find(({ id }) => id === chatGroupId) ?? null
  const room =
    other !== undefined ? (
      <Suspense fallback={<Skeleton lines={6} height={48} />}>
        <OpenWith key={other} user={other} hasBack={!isDesk} />
      </Suspense>
    ) : chatGroupId === undefined || chatGroupId === '' ? (
      <Page title={t('titles.chat')} hasBack={!isDesk}>
        <Gone text={t('gone.unknown')} />
      </Page>
    ) : (
      <Room
        key={chatGroupId}
        chat={chatGroupId}
        row={row}
        at={/^[1-9]\d{0,8}$/.test(n ?? '') ? Number(n) : null}
        hasBack={!isDesk}
      />
    )
  return (
    // The room stays in one place of the tree, so that a window made narrower keeps what it shows.
    <div className={isDesk ? styles.desk : styles.alone}>
      <SidePane here={chatGroupId ?? null} />
      {room}
    </div>
  )
}
