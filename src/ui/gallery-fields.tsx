import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'
import styles from './gallery.module.css'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'
import { Slider } from './slider.tsx'
import { Switch } from './switch.tsx'

/** All form controls. */
export function GalleryFields() {
  const { t } = useTranslation('ui')
  const [text, setText] = useState('')
  const [isOn, setIsOn] = useState(false)
  const [side, setSide] = useState<'bids' | 'asks'>('bids')
  const [percent, setPercent] = useState(25)
  const sides = [{ value: 'bids', label: t('bids') }, { value: 'asks', label: t('asks') }] as const
  return (
    <section className={styles.section}>
      <Field label={t('amount')} value={text} onChange={setText} hint={t('fundPasswordHint')} after={<span>{'USDT'}</span>} />
      <Field label={t('amount')} value={text} onChange={setText} error={t('failed')} />
      <Field label={t('fundPassword')} value={text} onChange={setText} type="password" />
      <Field label={t('price')} value={text} onChange={setText} disabled />
      <Select label={t('price')} value={side} options={sides} onChange={setSide} />
      <div className={styles.line}>
        <Select label={t('price')} isBare value={side} options={sides} onChange={setSide} />
        <Switch label={t('confirm')} isOn={isOn} onChange={setIsOn} />
        <Switch label={t('confirm')} isOn={isOn} onChange={setIsOn} disabled />
        <Checkbox isChecked={isOn} onChange={setIsOn}>
          {t('confirm')}
        </Checkbox>
      </div>
      <Checkbox isChecked={false} onChange={setIsOn} error={t('failed')}>
        {t('confirm')}
      </Checkbox>
      {(['plain', 'accent', 'rise', 'fall'] as const).map((tone) => (
        <Segmented key={tone} label={t('price')} options={sides} value={side} onChange={setSide} tone={tone} />
      ))}
      <Slider label={t('share')} value={percent} onChange={setPercent} />
    </section>
  )
}
