import { Checkbox } from '#src/ui/checkbox.tsx'
import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import styles from './otc.module.css'

const halfHours = Array.from(
  { length: 48 },
  (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
)
const workday = { from: '09:00', to: '18:00' }

type Props = { readonly from: string; readonly to: string; readonly onChange: (from: string, to: string) => void }

/** When the ad may be taken, in the time of this device. */
export function HourFields({ from, to, onChange }: Props) {
  const { t } = useTranslation('otc')
  const isSet = from !== '' && to !== ''
  // Hours written in another zone may lie between the half hours.
  const options = [...new Set([...halfHours, ...(isSet ? [from, to] : [])])]
    .toSorted()
    .map((value) => ({ value, label: value }))
  return (
    <fieldset className={styles.set}>
      <legend>{t('hours.title')}</legend>
      <Checkbox isChecked={isSet} onChange={(isOn) => (isOn ? onChange(workday.from, workday.to) : onChange('', ''))}>
        {t('hours.limit')}
      </Checkbox>
      {isSet && (
        <div className={styles.pair}>
          <Select label={t('hours.from')} value={from} options={options} onChange={(value) => onChange(value, to)} />
          <Select
            label={t('hours.to')}
            value={to}
            options={options}
            onChange={(value) => onChange(from, value)}
            hint={t('hours.hint')}
          />
        </div>
      )}
    </fieldset>
  )
}
