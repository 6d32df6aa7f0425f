import { Box } from '#src/ui/box.tsx'
import { appVersion } from '#contract/wire/limits.ts'
import { copyText } from '#src/lib/copy.ts'
import { go } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { useServices } from '#src/actors/services.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { useConfig } from '#src/stores/config.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { AvatarField } from './avatar-field.tsx'
import { ClearCache } from './clear-cache.tsx'
import { NicknameRow } from './nickname-row.tsx'
import { ButtonRow, LinkRow, Row, Rows } from './rows.tsx'

const kycWord = {
  none: 'kyc.unverified',
  rejected: 'kyc.rejected',
  underReview: 'kyc.review',
  passed: 'kyc.verified',
} as const

/** The user's identity and the logout. */
export function AccountPage() {
  const { t } = useTranslation('account')
  const user = useUser()
  const name = useConfig(({ setting }) => setting?.name) ?? ''
  if (user === null) return null
  const copy = async () => {
    const copied = await copyText(user.account_number)
    if (copied === 'done') toast('account:copied')
    else toast(`refusals:${copied}`, {}, 'error')
  }
  return (
    <Page title={t('settings.account')}>
      <div className={styles.page}>
        <AvatarField avatar={user.avatar} />
        <Rows>
          <NicknameRow nickname={user.nickname} />
          <ButtonRow icon="copy" label={t('number')} value={user.account_number} onPress={() => void copy()} />
          <LinkRow
            icon="phone"
            label={t('phone')}
            value={user.phone ?? t('unset')}
            to={withQuery(accountPaths.contact, { kind: 'mobile' })}
          />
          <LinkRow
            icon="mail"
            label={t('email')}
            value={user.email ?? t('unset')}
            to={withQuery(accountPaths.contact, { kind: 'email' })}
          />
          <Row icon="chat" label={t('line')} value={user.line_account ?? t('unset')} />
          <LinkRow icon="shield" label={t('verification')} value={t(kycWord[user.review_status])} to={kycPaths.kyc} />
        </Rows>
        <Rows>
          <ClearCache />
          <LinkRow icon="info" label={t('settings.about.title', { name })} to={`${accountPaths.settings}?open=about`} />
          <Row icon="layers" label={t('settings.version')} value={`${appVersion.name} (${appVersion.code})`} />
        </Rows>
        <Logout />
      </div>
    </Page>
  )
}

function Logout() {
  const { t } = useTranslation('account')
  const { session } = useServices()
  const [isOpen, setIsOpen] = useState(false)
  const leave = () => {
    setIsOpen(false)
    // Navigate first, so that the login page does not get this page as its return path.
    go(sessionPaths.login, { replace: true })
    session.send({ type: 'logout' })
  }
  return (
    <Box above={5}>
      <Button kind="danger" size="l" isWide icon="logout" onClick={() => setIsOpen(true)}>
        {t('logout.title')}
      </Button>
      <ConfirmDialog
        title={t('logout.ask')}
        isOpen={isOpen}
        confirm={t('logout.go')}
        onConfirm={leave}
        onClose={() => setIsOpen(false)}
      >
        {t('logout.text')}
      </ConfirmDialog>
    </Box>
  )
}
