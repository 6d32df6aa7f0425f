import { Button } from '#src/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './update-offer.module.css'

/** Says that a new version is ready. It covers nothing that is typed into and waits as long as the person likes. */
export function UpdateOffer({ onAccept }: { readonly onAccept: () => void }) {
  const { t } = useTranslation('installed')
  const [state, setState] = useState<'asked' | 'later' | 'accepted'>('asked')
  if (state === 'later') return null
  return (
    <div className={styles.offer} role="status">
      <span className={styles.text}>{t('ready')}</span>
      <Button kind="text" size="s" onClick={() => setState('later')}>
        {t('later')}
      </Button>
      <Button
        size="s"
        isBusy={state === 'accepted'}
        onClick={() => {
          setState('accepted')
          onAccept()
        }}
      >
        {t('reload')}
      </Button>
    </div>
  )
}
