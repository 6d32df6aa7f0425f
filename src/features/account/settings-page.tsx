import { appVersion, baseCoin } from '#contract/wire/limits.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { routes as at } from '#src/lib/paths.ts'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { ClearCache } from './clear-cache.tsx'
import { Choices } from './choices.tsx'
import { ButtonRow, LinkRow, Row, Rows, SwitchRow } from './rows.tsx'

/** What a person may choose for themselves, and what the app is. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const { open } = useQuery()
  const { lang, valuation, riseColor, hideBalances, set } = useSettings()
  const fiats = useConfig((config) => config.setting?.fiats) ?? []
  const [sheet, setSheet] = useState<'valuation' | 'rise' | 'about' | null>(open === 'valuation' || open === 'about' ? open : null)
  const close = () => setSheet(null)
  return (
    <Page title={t('title')}>
      <div className={styles.page}>
        <Rows title={t('groups.look')}>
          <LinkRow icon="globe" label={t('language')} value={t(`languages.${lang}`)} to={at.language} />
          <ButtonRow icon="wallet" label={t('valuation')} value={valuation} onPress={() => setSheet('valuation')} />
          <ButtonRow icon="candles" label={t('rise.label')} value={t(`rise.${riseColor}`)} onPress={() => setSheet('rise')} />
          <SwitchRow
            icon="eye-off"
            label={t('hideBalances')}
            hint={t('hideBalancesHint')}
            isOn={hideBalances}
            onChange={(isOn) => set({ hideBalances: isOn })}
          />
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
        <div className={styles.sheet}>
          <p className={styles.text}>{t('valuationHint')}</p>
          <Choices
            label={t('valuation')}
            options={[baseCoin.name, ...fiats.map(({ code }) => code)].map((code) => ({ value: code, label: code }))}
            value={valuation}
            onPick={(code) => {
              set({ valuation: code })
              close()
            }}
          />
        </div>
      </Sheet>
      <Sheet title={t('rise.label')} isOpen={sheet === 'rise'} onClose={close}>
        <Choices
          label={t('rise.label')}
          options={(['green', 'red'] as const).map((value) => ({ value, label: t(`rise.${value}`) }))}
          value={riseColor}
          onPick={(value) => {
            set({ riseColor: value })
            close()
          }}
        />
      </Sheet>
      <Sheet title={t('about.title')} isOpen={sheet === 'about'} onClose={close}>
        <p className={styles.text}>{t('about.text')}</p>
      </Sheet>
    </Page>
  )
}
