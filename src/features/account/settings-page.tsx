import { appVersion, baseCoin } from '#contract/limits.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { routes as at } from '#src/lib/paths.ts'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { ClearCache } from './clear-cache.tsx'
import { ButtonRow, LinkRow, Row, Rows } from './rows.tsx'

/** What a person may choose for themselves, and what the app is. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const { open } = useQuery()
  const { lang, valuation, riseColor, hideBalances, set } = useSettings()
  const [sheet, setSheet] = useState<'valuation' | 'about' | null>(open === 'valuation' || open === 'about' ? open : null)
  const close = () => setSheet(null)
  return (
    <Page title={t('title')}>
      <div className={styles.page}>
        <Rows title={t('groups.look')}>
          <LinkRow icon="globe" label={t('language')} value={t(`languages.${lang}`)} to={at.language} />
          <ButtonRow icon="wallet" label={t('valuation')} value={valuation} onPress={() => setSheet('valuation')} />
          <Row icon="candles" label={t('rise.label')}>
            <Segmented
              label={t('rise.label')}
              value={riseColor}
              options={[
                { value: 'green', label: t('rise.green') },
                { value: 'red', label: t('rise.red') },
              ]}
              onChange={(next) => set({ riseColor: next === 'red' ? 'red' : 'green' })}
            />
          </Row>
          <Row icon="eye-off" label={t('hideBalances')} hint={t('hideBalancesHint')}>
            <Switch label={t('hideBalances')} isOn={hideBalances} onChange={(isOn) => set({ hideBalances: isOn })} />
          </Row>
        </Rows>
        <Rows title={t('groups.account')}>
          <LinkRow icon="user" label={t('account')} to={at.account} />
          <LinkRow icon="shield" label={t('security')} to={at.security} />
        </Rows>
        <Rows title={t('groups.app')}>
          <ClearCache />
          <ButtonRow icon="info" label={t('about.title')} onPress={() => setSheet('about')} />
          <Row icon="layers" label={t('version')} value={`${appVersion.name} (${appVersion.code})`} />
        </Rows>
      </div>
      <Sheet title={t('valuation')} isOpen={sheet === 'valuation'} onClose={close}>
        <ValuationChoices onPick={close} />
      </Sheet>
      <Sheet title={t('about.title')} isOpen={sheet === 'about'} onClose={close}>
        <p className={styles.text}>{t('about.text')}</p>
      </Sheet>
    </Page>
  )
}

/** The base coin and every currency the venue has a rate for. */
function ValuationChoices({ onPick }: { readonly onPick: () => void }) {
  const { t } = useTranslation('settings')
  const fiats = useConfig((config) => config.setting?.fiats) ?? []
  const { valuation, set } = useSettings()
  return (
    <div className={styles.sheet}>
      <p className={styles.text}>{t('valuationHint')}</p>
      <div role="radiogroup" aria-label={t('valuation')}>
        {[baseCoin.name, ...fiats.map(({ code }) => code)].map((code) => (
          <button
            key={code}
            type="button"
            role="radio"
            aria-checked={code === valuation}
            className={styles.choice}
            onClick={() => {
              set({ valuation: code })
              onPick()
            }}
          >
            {code}
            {code === valuation && <Icon name="check" />}
          </button>
        ))}
      </div>
    </div>
  )
}
