import { useSettings } from '#src/stores/settings.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import { mainIndicators, subIndicators } from './chart-lines.ts'
import styles from './indicator-picker.module.css'

type Props = { readonly isOpen: boolean; readonly onClose: () => void }

/** Selects the indicators over and below the bars; stored for all markets. */
export function IndicatorPicker({ isOpen, onClose }: Props) {
  const { t } = useTranslation('market')
  return (
    <Sheet title={t('indicators')} isOpen={isOpen} onClose={onClose}>
      <Shelf title={t('main')} names={mainIndicators} />
      <Shelf title={t('sub')} names={subIndicators} />
    </Sheet>
  )
}

function Shelf({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  const { indicators, set } = useSettings()
  const toggle = (name: string) =>
    set({ indicators: indicators.includes(name) ? indicators.filter((each) => each !== name) : [...indicators, name] })
  return (
    <fieldset className={styles.shelf}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.choices}>
        {names.map((name) => (
          <label key={name} className={styles.choice}>
            <input className="sr" type="checkbox" checked={indicators.includes(name)} onChange={() => toggle(name)} />
            <span className={styles.text}>
              {name}
              <span className={styles.tick}>
                <Icon name="check" size={14} />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
