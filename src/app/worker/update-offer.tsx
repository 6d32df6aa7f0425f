import { Box, Row } from '#src/ui/box.tsx'
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
    <Row blockPad={2} sidePad={3} gap={2} ground="bar" round={3} className={styles.offer} role="status">
      <Box as="span" size={3} grows>
        {t('ready')}
      </Box>
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
    </Row>
  )
}
