import { Box, Stack } from '#src/ui/box.tsx'
import { notifications, type Notification } from '#contract/notification/notification.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { go } from '#src/lib/hash-location.ts'
import { formatTime } from '#src/lib/format.ts'
import { newKey } from '#src/lib/new-key.ts'
import { notificationPaths } from '#src/lib/paths/notification.ts'
import { Link } from '#src/parts/link.tsx'
import { sayingIn } from '#contract/notification/notification-saying.ts'
import { iconOfKind, wayOf } from '#src/parts/notifications/saying.ts'
import { useNotificationState } from '#src/actors/use-notification-state.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './notifications.module.css'

/**
 * What the venue has told the user, newest first. What is shown counts as read; it stays marked as new until the page
 * is left.
 */
export function NotificationsPage() {
  const { t } = useTranslation('notification')
  const { request, serverNow } = useServices()
  const head = useNotificationState()?.head ?? 0
  /** Up to where everything had been read when the page was opened. */
  const [readBefore, setReadBefore] = useState<number | null>(null)
  const last = useRef<number | null>(null)
  const pager = usePager<Notification>(async (page) => {
    const before = page === 1 || last.current === null ? {} : { before: last.current }
    const reply = await request.read(notifications.list, before)
    if (!reply.ok) return reply
    const { list, state } = reply.value
    last.current = list.at(-1)?.n ?? null
    setReadBefore((known) => known ?? state.read_n)
    return { ok: true, value: { rows: list, isLast: list.length === 0 || list.at(-1)?.n === 1 } }
  })
  const newest = pager.rows[0]?.n ?? 0
  const { refresh: readAgain } = pager
  const isLoading = pager.state === 'loading'
  const again = useRef(readAgain)
  useEffect(() => {
    again.current = readAgain
  })
  // One that has come since the list was read.
  useEffect(() => {
    if (!isLoading && head > newest) again.current()
  }, [head, newest, isLoading])
  useEffect(() => {
    if (newest > 0) void request.change(notifications.read, { n: newest }, newKey(serverNow()))
  }, [newest, request, serverNow])
  const refresh = useRefresh(isLoading, readAgain)
  return (
    <Page
      title={t('titles.notifications')}
      isBroad
      onRefresh={refresh}
      actions={
        <IconButton
          icon="settings"
          label={t('titles.notificationSettings')}
          onClick={() => go(notificationPaths.notificationSettings)}
        />
      }
    >
      <div className={styles.list}>
        <PagedList
          pager={pager}
          keyOf={({ n }) => n}
          render={(each) => <Row notification={each} isNew={readBefore !== null && each.n > readBefore} />}
          emptyText={t('empty')}
          emptyIcon="bell"
          rowHeight={64}
          isCard
        />
      </div>
    </Page>
  )
}

function Row({ notification, isNew }: { readonly notification: Notification; readonly isNew: boolean }) {
  const { t, i18n } = useTranslation('notification')
  const { kind, at_ms } = notification
  const { key, params } = sayingIn(notification, i18n.language)
  return (
    <Link
      to={wayOf(notification)}
      lay="row"
      gap={3}
      blockPad={3}
      sidePad={4}
      align="center"
      tall={64}
      reacts
      className={styles.row}
    >
      <Box
        as="span"
        square={36}
        round="full"
        ground={kind === 'risk' ? 'danger' : 'accent'}
        tone={kind === 'risk' ? 'danger' : 'accent'}
        aria-hidden="true"
      >
        <Icon name={iconOfKind[kind]} size={18} />
      </Box>
      <Stack as="span" gap="hair" grows className={styles.words}>
        <Box as="span" size="lead" breaks>
          {isNew && <span className="sr">{t('new')}: </span>}
          {t(key, params)}
        </Box>
        <Box as="small" size={2} tone={2}>
          {t(`kinds.${kind}`)} · <time dateTime={new Date(at_ms).toISOString()}>{formatTime(at_ms)}</time>
        </Box>
      </Stack>
      {isNew && <span className={styles.dot} aria-hidden="true" />}
    </Link>
  )
}
