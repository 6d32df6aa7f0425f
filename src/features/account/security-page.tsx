import { accountPaths } from '#src/lib/paths/account.ts'
import { useUser } from '#src/actors/use-session.ts'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { LinkRow, Rows } from './rows.tsx'

/** Links to the login password, the fund password (with its status) and the API keys. */
export function SecurityPage() {
  const { t } = useTranslation('account')
  const hasFundPassword = useUser()?.has_password === 'set'
  return (
    <Page title={t('settings.security')}>
      <div className={styles.page}>
        <p className={styles.lead}>{t('security.lead')}</p>
        <Rows>
          <LinkRow
            icon="lock"
            label={t('security.login')}
            hint={t('security.loginHint')}
            value={t('security.change')}
            to={accountPaths.changePassword}
          />
          <LinkRow
            icon="shield"
            label={t('security.fund')}
            hint={t('security.fundHint')}
            value={t(hasFundPassword ? 'security.change' : 'security.set')}
            to={accountPaths.changePayPassword}
          />
          <LinkRow icon="layers" label={t('apiKeys.link')} hint={t('apiKeys.linkHint')} to={accountPaths.apiKeys} />
        </Rows>
      </div>
    </Page>
  )
}
