import { Note } from '#src/ui/box.tsx'
import { useConfig } from '#src/stores/config.ts'
import { useUser } from '#src/actors/use-session.ts'
import { askNotices, noticeRight, showNotice, type NoticeRight } from '#src/lib/system-notice.ts'
import { useNotices, wantNotices } from '#src/stores/notices.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Rows, SwitchRow } from './rows.tsx'

/**
 * Turns the system's notices of messages on and off, on this device. The browser asks when it is turned on, never
 * before.
 */
export function NoticesRow() {
  const { t } = useTranslation('account')
  const account = useUser()?.id ?? null
  const isWanted = useNotices((notices) => notices.isOn && notices.account === account)
  const [fault, setFault] = useState<Exclude<NoticeRight, 'granted'> | null>(null)
  if (account === null) return null
  const change = async (isOn: boolean) => {
    setFault(null)
    if (!isOn) return wantNotices(account, false)
    const right = await askNotices()
    // The first one shows that it works; browsers that show none say so now.
    const first =
      right === 'granted'
        ? showNotice({
            title: useConfig.getState().setting?.name ?? 'Kontor',
            body: t('settings.notices.first'),
            tag: 'kontor.first',
            onOpen: () => focus(),
          })
        : null
    if (first !== null) wantNotices(account, true)
    else setFault(right === 'granted' ? 'unsupported' : right)
  }
  return (
    <Rows title={t('settings.notices.group')}>
      <SwitchRow
        icon="bell"
        label={t('settings.notices.label')}
        hint={t('settings.notices.hint')}
        isOn={isWanted && noticeRight() === 'granted'}
        onChange={(isOn) => void change(isOn)}
      />
      {fault !== null && (
        <Note role="alert" sidePad={4} endPad={3}>
          {t(`settings.notices.${fault}`)}
        </Note>
      )}
    </Rows>
  )
}
