import { addressGroups } from '#src/lib/address-groups.ts'
import type { CaseFact, DeskCaseFull, FactName } from '#contract/desk/desk-cases.ts'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { Box, Row } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { useShown } from './use-shown.ts'

/** What a decider copies to look it up or to pay it; long ones stand in groups. */
const copied: readonly FactName[] = ['address', 'paid_to', 'sender', 'txid', 'account', 'code', 'reference', 'number']
const minGrouped = 12
const isInstant = (name: FactName) => name === 'since' || name === 'usable' || name === 'earliest' || name === 'seen'

/** What the person says, beside what is known of it elsewhere. */
export function FactTable({ facts }: Pick<DeskCaseFull, 'facts'>) {
  const { t } = useTranslation('desk')
  const hasOthers = facts.some(({ elsewhere }) => elsewhere !== null)
  return (
    <table className={styles.facts}>
      <thead>
        <tr>
          <th scope="col">{t('factsLabel')}</th>
          <th scope="col">{t('written')}</th>
          {hasOthers && <th scope="col">{t('elsewhere')}</th>}
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.name} data-odd={fact.is_odd || undefined}>
            <th scope="row">{t(`facts.${fact.name}`)}</th>
            <td>
              <Value fact={fact} value={fact.value} />
              {fact.is_odd && !hasOthers && (
                <>
                  {' '}
                  <Odd />
                </>
              )}
            </td>
            {hasOthers && (
              <td>
                {fact.elsewhere !== null && <Value fact={fact} value={fact.elsewhere} />}
                {fact.is_odd && (
                  <>
                    {' '}
                    <Odd />
                  </>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ fact: { name, unit }, value }: { readonly fact: CaseFact; readonly value: string }) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  if (unit !== null) return shown.money(value, unit)
  if (isInstant(name)) return shown.time(Number(value))
  if (name === 'country') return shown.country(value)
  if (name === 'card_type') return t(`documents.${value}`)
  if (!copied.includes(name)) return value
  return (
    <Row as="span" gap={1} justify="between" shrinks>
      {value.length < minGrouped || value.includes(' ') ? (
        <span>{value}</span>
      ) : (
        <>
          <Box as="span" lay="row" wraps className={styles.groups} aria-hidden="true">
            {addressGroups(value).map((group, at) => (
              <span key={at}>{group}</span>
            ))}
          </Box>
          <span className="sr">{value}</span>
        </>
      )}
      <CopyButton isIcon text={value} label={t(`facts.${name}`)} />
    </Row>
  )
}

function Odd() {
  const { t } = useTranslation('desk')
  return (
    <Row as="span" gap={1} size={2} tone="warning">
      <Icon name="warning" size={14} />
      {t('odd')}
    </Row>
  )
}
