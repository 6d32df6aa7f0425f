import { Unread } from '#src/parts/loaded.tsx'
import { Box } from '#src/ui/box.tsx'
import type { DeskSetting } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDec } from '#contract/wire/money.ts'
import { settingTakesTwo } from '#contract/desk/desk-risk.ts'
import { takenText, Waits } from './changes.tsx'
import { AskSheet } from './ask-sheet.tsx'
import styles from './desk.module.css'

type TableProps = { readonly settings: readonly DeskSetting[]; readonly onChoose: (setting: DeskSetting) => void }
function SettingsTable({ settings, onChoose }: TableProps) {
  const { t } = useTranslation('desk')
  const shownValue = useValueText()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('setting')}</th>
          <th scope="col" className={styles.number}>
            {t('value')}
          </th>
          <th scope="col" className={styles.wideOnly}>
            {t('range')}
          </th>
          <th scope="col" className={styles.wideOnly}>
            {t('initial')}
          </th>
          <th scope="col" className={styles.end}>
            {t('change')}
          </th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <tr key={setting.name}>
            <th scope="row">
              {t(`settingNames.${setting.name.replace('.', '_')}`)}
              <Waits id={setting.waits} />
            </th>
            <td className={styles.number}>
              <b>{shownValue(setting, setting.value)}</b>
            </td>
            <td className={styles.wideOnly}>
              {setting.type === 'switch'
                ? ''
                : `${shownValue(setting, setting.min)} – ${shownValue(setting, setting.max)}`}
            </td>
            <td className={styles.wideOnly}>{shownValue(setting, setting.initial)}</td>
            <td className={styles.end}>
              <Button kind="quiet" size="s" onClick={() => onChoose(setting)}>
                {t('change')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What may be changed while the venue runs, each with its range. */
export function SettingsSection() {
  const { request } = useServices()
  const read = useRead('settings', (signal) => request.read(desk.settings, {}, { signal }))
  const [chosen, setChosen] = useState<DeskSetting | null>(null)
  if (read.value === null)
    return (
      <div className={styles.section}>
        <Unread read={read} lines={6} height={44} />
      </div>
    )
  return (
    <section className={styles.section}>
      <SettingsTable settings={read.value} onChoose={setChosen} />
      <HouseAccounts />
      {chosen !== null && (
        <ChangeSetting
          setting={chosen}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null)
            void read.refresh()
          }}
        />
      )}
    </section>
  )
}

/** What the house may pay in each coin, has paid, and owes to running orders. */
function HouseAccounts() {
  const { t } = useTranslation('desk')
  const shown = useNumbers()
  const { request } = useServices()
  const { value } = useRead('house', (signal) => request.read(desk.house, {}, { signal }))
  if (value === null || value.length === 0) return null
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('house.account')}</th>
          {(['limit', 'paid', 'promised', 'room'] as const).map((column) => (
            <th key={column} scope="col" className={styles.number}>
              {t(`house.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {value.map(({ currency_name, limit, paid, promised, room }) => (
          <tr key={currency_name}>
            <th scope="row">{currency_name}</th>
            {[limit, paid, promised, room].map((amount, at) => (
              <td key={at} className={styles.number}>
                {shown.exact(amount)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const useValueText = () => {
  const { t } = useTranslation('desk')
  const { exact } = useNumbers()
  return ({ type }: Pick<DeskSetting, 'type'>, value: string) =>
    type === 'switch' ? t(value === '1' ? 'on' : 'off') : exact(value)
}

type ChangeProps = { readonly setting: DeskSetting; readonly onClose: () => void; readonly onDone: () => void }

function ChangeSetting({ setting, onClose, onDone }: ChangeProps) {
  const { t } = useTranslation('desk')
  const [value, setValue] = useState(setting.value)
  const submit = useSubmit(desk.setSetting, {
    onDone: (row) => {
      toast(takenText(row?.waits))
      onDone()
    },
  })
  const name = t(`settingNames.${setting.name.replace('.', '_')}`)
  const shownValue = useValueText()
  const next = value.trim()
  const isChanged = isDec(next) && next !== setting.value
  return (
    <AskSheet
      title={name}
      confirm={t('save')}
      isBusy={submit.isBusy}
      failure={submit.failure}
      takesTwo={isChanged && settingTakesTwo(setting.name, setting.value, next)}
      onClose={onClose}
      onSend={(reason) => submit.send({ name: setting.name, value: next, expect: setting.value, reason })}
    >
      {setting.type === 'switch' ? (
        <Segmented
          label={name}
          value={value}
          onChange={setValue}
          options={['1', '0'].map((each) => ({ value: each, label: t(each === '1' ? 'on' : 'off') }))}
        />
      ) : (
        <Field
          label={t('value')}
          value={value}
          onChange={setValue}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          hint={t('rangeHint', { min: setting.min, max: setting.max, initial: setting.initial })}
        />
      )}
      {isChanged && (
        <Box as="p" tone={2}>
          {shownValue(setting, setting.value)} → {shownValue(setting, next)}
        </Box>
      )}
    </AskSheet>
  )
}
