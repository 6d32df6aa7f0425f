import { Stack } from '#src/ui/box.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useTranslation } from 'react-i18next'
import type { Signals } from './signals.ts'
import styles from './panel.module.css'

type Props = {
  readonly isOpen: boolean
  readonly signals: Signals
  readonly onChange: (signals: Signals) => void
  readonly onClose: () => void
}

/** The settings for sound and vibration of results. */
export function SignalSheet({ isOpen, signals, onChange, onClose }: Props) {
  const { t } = useTranslation('option')
  return (
    <Sheet title={t('signals')} isOpen={isOpen} onClose={onClose}>
      <Stack gap={3} className={styles.switches}>
        <p>{t('signalsHint')}</p>
        <div>
          <span aria-hidden="true">{t('sound')}</span>
          <Switch label={t('sound')} isOn={signals.sound} onChange={(sound) => onChange({ ...signals, sound })} />
        </div>
        <div>
          <span aria-hidden="true">{t('vibration')}</span>
          <Switch
            label={t('vibration')}
            isOn={signals.vibration}
            onChange={(vibration) => onChange({ ...signals, vibration })}
          />
        </div>
      </Stack>
    </Sheet>
  )
}
