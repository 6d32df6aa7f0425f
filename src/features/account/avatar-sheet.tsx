import { Unread } from '#src/parts/loaded.tsx'
import { Press, Stack } from '#src/ui/box.tsx'
import { platform } from '#contract/platform/platform.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'

/** The pictures that the venue offers to those who do not want to show one of their own. */
export function AvatarSheet({
  onChoose,
  onClose,
}: {
  readonly onChoose: (path: string) => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('account')
  const { request } = useServices()
  const offered = useRead('avatars', (signal) => request.read(platform.sysFiles, { kind: 'avatar' }, { signal }))
  return (
    <Sheet title={t('avatar.ours')} isOpen onClose={onClose}>
      {offered.value === null ? (
        <Unread read={offered} lines={2} height={72} />
      ) : (
        <Stack as="ul" gap={4} columns={4} items="center" topPad={2} endPad={5}>
          {offered.value.records.map(({ relativePath, url }, place) => (
            <li key={relativePath}>
              <Press
                isBlock
                clips
                className={styles.avatar}
                aria-label={t('avatar.one', { name: place + 1 })}
                onClick={() => onChoose(relativePath)}
              >
                <img src={belowBase(url)} alt="" width={72} height={72} />
              </Press>
            </li>
          ))}
        </Stack>
      )}
    </Sheet>
  )
}
