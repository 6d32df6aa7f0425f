import { desk } from '#contract/desk/desk.ts'
import { symbolOf } from '#contract/market.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { toast } from '#src/stores/toasts.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskSheet } from './ask-sheet.tsx'
import styles from './desk.module.css'

/** `market` is null for all of them at once. */
type Wish = { readonly market: string | null; readonly halt: boolean }

/** Which markets take orders; each can be halted and resumed, and all at once. */
export function MarketsSection() {
  const { t } = useTranslation('desk')
  const format = useNumbers()
  const { request } = useServices()
  const read = useRead('markets', (signal) => request.read(desk.markets, {}, { signal }))
  const [wish, setWish] = useState<Wish | null>(null)
  const submit = useSubmit(desk.halt, {
    onDone: () => {
      toast('desk:saved')
      setWish(null)
      void read.refresh()
    },
  })
  const ask = (next: Wish) => {
    submit.reset()
    setWish(next)
  }
  if (read.value === null)
    return (
      <div className={styles.section}>
        {read.failure === null ? (
          <Skeleton lines={6} height={44} />
        ) : (
          <ReadFailed failure={null} onRetry={() => void read.refresh()} />
        )}
      </div>
    )
  const { all_halted, list } = read.value
  const name = (market: string | null) => (market === null ? t('allMarkets') : symbolOf(market))
  return (
    <section className={styles.section}>
      {all_halted && (
        <Banner kind="danger" icon="warning">
          {t('allHalted')}
        </Banner>
      )}
      <div className={styles.bar}>
        <Button kind={all_halted ? 'primary' : 'danger'} onClick={() => ask({ market: null, halt: !all_halted })}>
          {t(all_halted ? 'resumeAll' : 'haltAll')}
        </Button>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('market')}</th>
            <th scope="col" className={styles.number}>
              {t('last')}
            </th>
            <th scope="col">{t('state')}</th>
            <th scope="col" className={styles.end}>
              {t('change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ market, last, is_open, is_halted, is_stale }) => (
            <tr key={market}>
              <th scope="row">{symbolOf(market)}</th>
              <td className={styles.number}>{format.exact(last)}</td>
              <td>
                <Badge tone={is_halted || !is_open ? 'danger' : is_stale ? 'warning' : 'accent'}>
                  {t(`marketStates.${!is_open ? 'closed' : is_halted ? 'halted' : is_stale ? 'stale' : 'open'}`)}
                </Badge>
              </td>
              <td className={styles.end}>
                {is_open && (
                  <Button kind="quiet" size="s" onClick={() => ask({ market, halt: !is_halted })}>
                    {t(is_halted ? 'resume' : 'halt')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {wish !== null && (
        <AskSheet
          title={t(wish.halt ? 'haltTitle' : 'resumeTitle', { market: name(wish.market) })}
          confirm={t(wish.halt ? 'halt' : 'resume')}
          kind={wish.halt ? 'danger' : 'primary'}
          isBusy={submit.isBusy}
          failure={submit.failure}
          onClose={() => setWish(null)}
          onSend={(reason) =>
            submit.send({ ...(wish.market !== null && { market: wish.market }), halt: wish.halt, reason })
          }
        >
          <p>{t(wish.halt ? 'haltText' : 'resumeText')}</p>
        </AskSheet>
      )}
    </section>
  )
}
