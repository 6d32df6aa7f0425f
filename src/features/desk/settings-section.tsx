import { Unread } from '#src/parts/loaded.tsx'
import { Box } from '#src/ui/box.tsx'
import type { DeskHouse, DeskSetting } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDec } from '#contract/wire/money.ts'
import { settingTakesTwo } from '#contract/desk/desk-risk.ts'
import { takenText, useAct, useWish, type Ends } from './acts.ts'
import { Waits } from './changes.tsx'
import { Table } from './table.tsx'
import { AskSheet } from './ask-sheet.tsx'
import { DeskPart } from './desk-part.tsx'

type TableProps = { readonly settings: readonly DeskSetting[]; readonly onChoose: (setting: DeskSetting) => void }
function SettingsTable({ settings, onChoose }: TableProps) {
  const { t } = useTranslation('desk')
  const shownValue = useValueText()
  const nameOf = useSettingName()
  return (
    <Table
      rows={settings}
      keyOf={({ name }) => name}
      columns={[
        {
          head: t('setting'),
          cell: (setting) => (
            <>
              {nameOf(setting)}
              <Waits id={setting.waits} />
            </>
          ),
        },
        { head: t('value'), as: 'number', cell: (setting) => <b>{shownValue(setting, setting.value)}</b> },
        {
          head: t('range'),
          as: 'wideOnly',
          cell: (setting) =>
            setting.type !== 'switch' && `${shownValue(setting, setting.min)} – ${shownValue(setting, setting.max)}`,
        },
        { head: t('initial'), as: 'wideOnly', cell: (setting) => shownValue(setting, setting.initial) },
        {
          head: t('change'),
          as: 'end',
          cell: (setting) => (
            <Button kind="quiet" size="s" onClick={() => onChoose(setting)}>
              {t('change')}
            </Button>
          ),
        },
      ]}
    />
  )
}

/** What may be changed while the venue runs, each with its range. */
export function SettingsSection() {
  const { request } = useServices()
  const read = useRead('settings', (signal) => request.read(desk.settings, {}, { signal }))
  const { wish, setWish, ends } = useWish<DeskSetting>(read.refresh)
  if (read.value === null)
    return (
      <DeskPart>
        <Unread read={read} lines={6} height={44} />
      </DeskPart>
    )
  return (
    <DeskPart as="section">
      <SettingsTable settings={read.value} onChoose={setWish} />
      <HouseAccounts />
      {wish !== null && <ChangeSetting setting={wish} {...ends} />}
    </DeskPart>
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
    <Table
      rows={value}
      keyOf={({ currency_name }) => currency_name}
      columns={[
        { head: t('house.account'), cell: ({ currency_name }) => currency_name },
        ...(['limit', 'paid', 'promised', 'room'] as const).map((name) => ({
          head: t(`house.${name}`),
          as: 'number' as const,
          cell: (account: DeskHouse) => shown.exact(account[name]),
        })),
      ]}
    />
  )
}

const useSettingName = () => {
  const { t } = useTranslation('desk')
  return ({ name }: DeskSetting) => t(`settingNames.${name.replace('.', '_')}`)
}
const useValueText = () => {
  const { t } = useTranslation('desk')
  const { exact } = useNumbers()
  return ({ type }: Pick<DeskSetting, 'type'>, value: string) =>
    type === 'switch' ? t(value === '1' ? 'on' : 'off') : exact(value)
}

function ChangeSetting({ setting, onClose, onDone }: Ends & { readonly setting: DeskSetting }) {
  const { t } = useTranslation('desk')
  const [value, setValue] = useState(setting.value)
  const submit = useAct(desk.setSetting, onDone, takenText)
  const name = useSettingName()(setting)
  const shownValue = useValueText()
  const next = value.trim()
  const isChanged = isDec(next) && next !== setting.value
  return (
    <AskSheet
      title={name}
      confirm={t('save')}
      submit={submit}
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
