import { recovery } from '#contract/session/recovery.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EndAccess } from './end-access.tsx'
import { ButtonRow } from './rows.tsx'

/** Shuts the account, after saying what that does: for who fears that somebody else is in it. */
export function FreezeRow() {
  const { t } = useTranslation('account')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <ButtonRow icon="lock" label={t('freeze.link')} hint={t('freeze.hint')} onPress={() => setIsAsking(true)} />
      {isAsking && (
        <EndAccess
          call={recovery.freeze}
          input={{}}
          title={t('freeze.ask')}
          text={t('freeze.text')}
          more={t('freeze.undo')}
          confirm={t('freeze.go')}
          done="account:freeze.done"
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
