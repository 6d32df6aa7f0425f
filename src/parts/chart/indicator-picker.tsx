import {
  firstParams,
  leastParam,
  mainIndicators,
  mostPanes,
  mostParam,
  paramOf,
  paramWords,
  subIndicators,
  type Indicator,
} from '#src/lib/indicators.ts'
import { useChartParams } from '#src/stores/chart-params.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './indicator-picker.module.css'

type Props = { readonly isOpen: boolean; readonly onClose: () => void }

/** Selects the indicators over and below the bars; stored for all markets. */
export function IndicatorPicker({ isOpen, onClose }: Props) {
  const { t } = useTranslation('market')
  const chosen = useSettings((settings) => settings.indicators)
  return (
    <Sheet title={t('indicators')} isOpen={isOpen} onClose={onClose}>
      <Shelf title={t('main')} names={mainIndicators} />
      <Shelf title={t('sub')} names={subIndicators} />
      {[...mainIndicators, ...subIndicators].map(
        (name) => chosen.includes(name) && paramWords[name].length > 0 && <Numbers key={name} name={name} />,
      )}
    </Sheet>
  )
}

/** One more; the first of the panes goes where there are as many as there may be. */
const withOne = (chosen: readonly string[], name: string): readonly string[] => {
  const panes = chosen.filter((each) => subIndicators.some((sub) => sub === each))
  const isFull = panes.length >= mostPanes && subIndicators.some((sub) => sub === name)
  return [...(isFull ? chosen.filter((each) => each !== panes[0]) : chosen), name]
}

function Shelf({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  const { indicators, set } = useSettings()
  const toggle = (name: string) =>
    set({
      indicators: indicators.includes(name) ? indicators.filter((each) => each !== name) : withOne(indicators, name),
    })
  return (
    <Box as="fieldset" shrinks endPad={5}>
      <Box as="legend" size={2} tone={2} endPad={2}>
        {title}
      </Box>
      <Stack columns={4} gap={2}>
        {names.map((name) => (
          <Box key={name} as="label" isBlock isRelative className={styles.choice}>
            <input className="sr" type="checkbox" checked={indicators.includes(name)} onChange={() => toggle(name)} />
            <Row as="span" justify="center" round={2} size={3} tone={1} className={styles.text} data-face="">
              {name}
              <span className={styles.tick}>
                <Icon name="check" size={14} />
              </span>
            </Row>
          </Box>
        ))}
      </Stack>
    </Box>
  )
}

/**
 * The numbers of one indicator. What is no number for it stays as typed and is told; the chart goes on with the last
 * one that was.
 */
function Numbers({ name }: { readonly name: Indicator }) {
  const { t } = useTranslation('market')
  const { params, set } = useChartParams()
  const [texts, setTexts] = useState<readonly string[]>(params[name].map(String))
  const words = paramWords[name]
  const type = (at: number, text: string) => {
    setTexts(texts.with(at, text))
    const value = paramOf(text)
    if (value !== null) set(name, params[name].with(at, value))
  }
  const reset = () => {
    setTexts(firstParams[name].map(String))
    set(name, firstParams[name])
  }
  const isFirst = texts.every((text, at) => text === String(firstParams[name][at]))
  const isMany = new Set(words).size < words.length
  return (
    <Box as="fieldset" shrinks endPad={5}>
      <Box as="legend" size={2} tone={2} endPad={2}>
        {name}
      </Box>
      <Stack columns={3} gap={2} align="start">
        {texts.map((text, at) => {
          const word = words[at] ?? 'length'
          const label = word === 'K' || word === 'D' ? word : t(`params.${word}`)
          return (
            <Field
              key={at}
              label={isMany ? `${label} ${at + 1}` : label}
              inputMode="numeric"
              maxLength={4}
              autoComplete="off"
              value={text}
              onChange={(typed) => type(at, typed)}
              error={paramOf(text) === null && t('params.fault', { min: leastParam, max: mostParam })}
            />
          )
        })}
      </Stack>
      {!isFirst && (
        <Button kind="quiet" aria-label={t('params.resetOf', { name })} onClick={reset}>
          {t('params.reset')}
        </Button>
      )}
    </Box>
  )
}
