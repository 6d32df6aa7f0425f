import { Box } from '#src/ui/box.tsx'
import { appVersion, baseCoin } from '#contract/wire/limits.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { alertPaths } from '#src/lib/paths/alert.ts'
import { notificationPaths } from '#src/lib/paths/notification.ts'
import { textSizes, themes } from '#src/lib/theme.ts'
import { useIsLoggedIn } from '#src/actors/use-session.ts'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { About } from './about-sheet.tsx'
import { ClearCache } from './clear-cache.tsx'
import { NoticesRow } from './notices-row.tsx'
import { Choices } from './choices.tsx'
import { DeadManRow } from './dead-man-row.tsx'
import { ButtonRow, LinkRow, Row, Rows, SwitchRow } from './rows.tsx'

/** The user's preferences and the version of the app. */
export function SettingsPage() {
  const { t } = useTranslation('account')
  const { open } = useQuery()
  const isLoggedIn = useIsLoggedIn()
  const { confirmOrders, confirmContracts, set } = useSettings()
  const [sheet, setSheet] = useState<Opened | 'about' | null>(open === 'valuation' || open === 'about' ? open : null)
  const name = useConfig((config) => config.setting?.name) ?? ''
  const close = () => setSheet(null)
  return (
    <Page title={t('settings.title')}>
      <div className={styles.page}>
        <LookRows onOpen={setSheet} />
        {isLoggedIn && <NoticesRow />}
        <Rows title={t('settings.groups.trading')}>
          <SwitchRow
            icon="swap"
            label={t('settings.confirmOrders')}
            isOn={confirmOrders}
            onChange={(isOn) => set({ confirmOrders: isOn })}
          />
          <SwitchRow
            icon="contracts"
            label={t('settings.confirmContracts')}
            hint={t('settings.confirmHint')}
            isOn={confirmContracts}
            onChange={(isOn) => set({ confirmContracts: isOn })}
          />
          {isLoggedIn && <DeadManRow isOpen={open === 'dead-man'} />}
        </Rows>
        <Rows title={t('settings.groups.account')}>
          <LinkRow icon="user" label={t('settings.account')} to={accountPaths.account} />
          <LinkRow icon="shield" label={t('settings.security')} to={accountPaths.security} />
          <LinkRow icon="bell" label={t('settings.notifications')} to={notificationPaths.notificationSettings} />
          <LinkRow icon="chart" label={t('settings.alerts')} to={alertPaths.alerts} />
        </Rows>
        <Rows title={t('settings.groups.app')}>
          <ClearCache />
          <ButtonRow icon="info" label={t('settings.about.title', { name })} onPress={() => setSheet('about')} />
          <Row icon="layers" label={t('settings.version')} value={`${appVersion.name} (${appVersion.code})`} />
        </Rows>
      </div>
      <LookSheets open={sheet} onClose={close} />
      <Sheet title={t('settings.about.title', { name })} isOpen={sheet === 'about'} onClose={close}>
        <About onLater={close} />
      </Sheet>
    </Page>
  )
}

type Opened = 'valuation' | 'theme' | 'text' | 'rise'
/** How the app looks and counts; most of it is chosen in a sheet. */
function LookRows({ onOpen }: { readonly onOpen: (sheet: Opened) => void }) {
  const { t } = useTranslation('account')
  const { lang, valuation, theme, textSize, riseColor, hideBalances, set } = useSettings()
  return (
    <Rows title={t('settings.groups.look')}>
      <LinkRow
        icon="globe"
        label={t('settings.language')}
        value={t(`ui:languages.${lang}`)}
        to={accountPaths.language}
      />
      <ButtonRow icon="wallet" label={t('settings.valuation')} value={valuation} onPress={() => onOpen('valuation')} />
      <ButtonRow
        icon="theme"
        label={t('settings.theme.label')}
        value={t(`settings.theme.${theme}`)}
        onPress={() => onOpen('theme')}
      />
      <ButtonRow
        icon="text"
        label={t('settings.text.label')}
        value={t(`settings.text.${textSize}`)}
        onPress={() => onOpen('text')}
      />
      <ButtonRow
        icon="candles"
        label={t('settings.rise.label')}
        value={t(`settings.rise.${riseColor}`)}
        onPress={() => onOpen('rise')}
      />
      <SwitchRow
        icon="eye-off"
        label={t('settings.hideBalances')}
        hint={t('settings.hideBalancesHint')}
        isOn={hideBalances}
        onChange={(isOn) => set({ hideBalances: isOn })}
      />
    </Rows>
  )
}

function LookSheets({ open, onClose }: { readonly open: Opened | 'about' | null; readonly onClose: () => void }) {
  const { t } = useTranslation('account')
  const { valuation, theme, textSize, riseColor, set } = useSettings()
  const fiats = useConfig((config) => config.setting?.fiats) ?? []
  return (
    <>
      <Sheet title={t('settings.valuation')} isOpen={open === 'valuation'} onClose={onClose}>
        <div className={styles.sheet}>
          <Box as="p" tone={2} isLoose>
            {t('settings.valuationHint')}
          </Box>
          <Choices
            label={t('settings.valuation')}
            options={[baseCoin.name, ...fiats.map(({ code }) => code)].map((code) => ({ value: code, label: code }))}
            value={valuation}
            onPick={(code) => {
              set({ valuation: code })
              onClose()
            }}
          />
        </div>
      </Sheet>
      <ChoiceSheet
        name="theme"
        isOpen={open === 'theme'}
        options={themes.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
        value={theme}
        onPick={(theme) => set({ theme })}
        onClose={onClose}
      />
      <ChoiceSheet
        name="text"
        isOpen={open === 'text'}
        options={textSizes.map((value) => ({ value, label: t(`settings.text.${value}`) }))}
        value={textSize}
        onPick={(textSize) => set({ textSize })}
        onClose={onClose}
      />
      <ChoiceSheet
        name="rise"
        isOpen={open === 'rise'}
        options={(['green', 'red'] as const).map((value) => ({ value, label: t(`settings.rise.${value}`) }))}
        value={riseColor}
        onPick={(riseColor) => set({ riseColor })}
        onClose={onClose}
      />
    </>
  )
}

type ChoiceSheetProps<V extends string> = {
  readonly name: 'theme' | 'text' | 'rise'
  readonly isOpen: boolean
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly value: V
  readonly onPick: (value: V) => void
  readonly onClose: () => void
}
/** One of few looks, chosen by a tap that also closes. */
function ChoiceSheet<V extends string>({ name, isOpen, options, value, onPick, onClose }: ChoiceSheetProps<V>) {
  const { t } = useTranslation('account')
  const label = t(`settings.${name}.label`)
  const pick = (chosen: V) => {
    onPick(chosen)
    onClose()
  }
  return (
    <Sheet title={label} isOpen={isOpen} onClose={onClose}>
      <Choices label={label} options={options} value={value} onPick={pick} />
    </Sheet>
  )
}
