import { useTranslation } from 'react-i18next'
import table from './table-rows.module.css'

/**
 * The names of the columns, where the list is wide enough to be a table. The side and the status of an order speak for
 * themselves.
 */
export function OrderHeads() {
  const { t } = useTranslation(['spot', 'market'])
  return (
    <div className={table.heads} aria-hidden="true">
      <span>{t('market:time')}</span>
      <span>{t('market:pair')}</span>
      <span />
      <span />
      {[t('filled'), t('market:price'), t('meanPrice'), t('feePaid')].map((name) => (
        <span key={name} className={table.number}>
          {name}
        </span>
      ))}
    </div>
  )
}
