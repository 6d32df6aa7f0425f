import { saveFile } from './save-file.ts'
import { useState, type ChangeEvent } from 'react'
import { scenarioOf, type LineFaults, type Mishap } from './bad-line.ts'
import type { Inspection } from './inspection.ts'
import styles from './inspector.module.css'
import { useWords } from './words.ts'

const sliders = [
  { name: 'delayMs', max: 5000, step: 50 },
  { name: 'jitterMs', max: 2000, step: 50 },
  { name: 'loss', max: 0.5, step: 0.01 },
  { name: 'twice', max: 0.5, step: 0.01 },
  { name: 'reorder', max: 0.5, step: 0.01 },
] as const satisfies readonly { readonly name: keyof LineFaults; readonly max: number; readonly step: number }[]
const shownAs = (name: string, value: number) => (name.endsWith('Ms') ? `${value} ms` : `${Math.round(value * 100)}%`)

const tenMinutes = 600_000
const nap = 10_000

type Network = Inspection['network']

function Sliders({ network }: { readonly network: Network }) {
  const t = useWords()
  const { faults } = network.line()
  return sliders.map(({ name, max, step }) => (
    <label key={name} className={styles.slider}>
      <span>{t(`faults.${name}`)}</span>
      <input
        type="range"
        min={0}
        max={max}
        step={step}
        value={faults[name]}
        aria-valuetext={shownAs(name, faults[name])}
        onChange={(event) => network.act({ do: 'set', faults: { [name]: Number(event.target.value) } })}
      />
      <output>{shownAs(name, faults[name])}</output>
    </label>
  ))
}

/** What was done to the line, as a scenario: saved, played again, forgotten, or loaded from a file. */
function Scenarios({ network }: { readonly network: Network }) {
  const t = useWords()
  const [failed, setFailed] = useState(false)
  const scenario = { name: '', seed: 1, steps: network.done() }
  const button = (label: string, onClick: () => void) => (
    <button type="button" className={styles.small} disabled={scenario.steps.length === 0} onClick={onClick}>
      {label}
    </button>
  )
  const save = () =>
    saveFile(new File([JSON.stringify(scenario, null, 2)], 'scenario.json', { type: 'application/json' }))
  const load = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file === undefined) return
    const loaded = scenarioOf(await file.text().catch(() => ''))
    setFailed(loaded === null)
    if (loaded !== null) network.play(loaded)
  }
  return (
    <>
      <p className={styles.note}>{t('scenario', { n: scenario.steps.length })}</p>
      <div className={styles.buttons}>
        {button(t('save'), save)}
        {button(t('replay'), () => network.play(scenario))}
        {button(t('clear'), network.forget)}
        <label className={styles.small}>
          {t('load')}
          <input
            type="file"
            className={styles.hidden}
            accept="application/json,.json"
            onChange={(event) => void load(event)}
          />
        </label>
      </div>
      {failed && (
        <p role="alert" className={styles.no}>
          {t('badScenario')}
        </p>
      )}
    </>
  )
}

/** The line of this page made bad: by hand now, or by a scenario that was saved. */
export function NetworkPanel({ inspection: { network } }: { readonly inspection: Inspection }) {
  const t = useWords()
  const button = (label: string, mishap: Mishap, isOn = false) => (
    <button type="button" className={styles.small} aria-pressed={isOn} onClick={() => network.act(mishap)}>
      {label}
    </button>
  )
  return (
    <div className={styles.network}>
      <Sliders network={network} />
      <div className={styles.buttons}>
        {button(t('acts.drop'), { do: 'drop' })}
        {button(t('acts.halfOpen'), { do: 'halfOpen' }, network.line().isHalfOpen)}
        {button(t('acts.refuse'), { do: 'refuse' }, network.answer() === 'refuse')}
        {button(t('acts.loseAnswer'), { do: 'loseAnswer' }, network.answer() === 'lose')}
        {button(t('acts.skew'), { do: 'skew', ms: tenMinutes }, network.skewMs() !== 0)}
        {button(t('acts.sleep'), { do: 'sleep', ms: nap })}
        {button(t('acts.mend'), { do: 'mend' })}
      </div>
      <Scenarios network={network} />
    </div>
  )
}
