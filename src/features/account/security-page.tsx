import { account } from '#contract/account/account.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useUser } from '#src/actors/use-session.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { AutoLockRow } from './auto-lock-row.tsx'
import { FreezeRow } from './freeze-row.tsx'
import { LostTotp } from './lost-totp.tsx'
import { MailWord } from './mail-word.tsx'
import { Passkeys } from './passkeys.tsx'
import { Lead, ButtonRow, LinkRow, Rows } from './rows.tsx'

/**
 * The passwords, the second factor, the passkeys, the lock of this browser, the devices, the word in mails, and the API
 * keys.
 */
export function SecurityPage() {
  const { t } = useTranslation('account')
  const { request } = useServices()
  const hasFundPassword = useUser()?.has_password === 'set'
  const { value, refresh } = useRead('protection', (signal) => request.read(account.protection, {}, { signal }))
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <Page title={t('settings.security')}>
      <div className={styles.page}>
        <Lead>{t('security.lead')}</Lead>
        {value?.totp === true && <LostTotp />}
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
          <LinkRow
            icon="clock"
            label={t('authenticator.link')}
            hint={t('authenticator.linkHint')}
            {...(value !== null && { value: t(value.totp ? 'authenticator.on' : 'authenticator.off') })}
            to={accountPaths.authenticator}
          />
        </Rows>
        <Passkeys hasTotp={value?.totp === true} />
        <Rows>
          <AutoLockRow />
          <LinkRow icon="phone" label={t('devices.link')} hint={t('devices.linkHint')} to={accountPaths.devices} />
          {value !== null && (
            <ButtonRow
              icon="mail"
              label={t('mailWord.title')}
              hint={t('mailWord.linkHint')}
              value={value.mail_word ?? t('security.set')}
              onPress={() => setIsChoosing(true)}
            />
          )}
          <LinkRow icon="layers" label={t('apiKeys.link')} hint={t('apiKeys.linkHint')} to={accountPaths.apiKeys} />
        </Rows>
        <Rows>
          <FreezeRow />
        </Rows>
      </div>
      {isChoosing && (
        <MailWord
          word={value?.mail_word ?? ''}
          onClose={() => setIsChoosing(false)}
          onDone={() => {
            setIsChoosing(false)
            void refresh()
          }}
        />
      )}
    </Page>
  )
}
