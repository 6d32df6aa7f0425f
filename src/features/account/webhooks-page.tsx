import { webhooks, type Webhook } from '#contract/webhook/webhook.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { formatTime } from '#src/lib/format.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { EndAccess } from './end-access.tsx'
import { Lead, Row, Rows } from './rows.tsx'
import { AddWebhook, TurnWebhook } from './webhook-forms.tsx'

type Open = { readonly as: 'add' } | { readonly as: 'turn' | 'end'; readonly hook: Webhook }

/** The addresses to which the events of the account are posted. */
export function WebhooksPage() {
  const { t } = useTranslation('account')
  const { request } = useServices()
  const [open, setOpen] = useState<Open | null>(null)
  const { value, ...read } = useRead('webhooks', (signal) => request.read(webhooks.list, {}, { signal }))
  const isFull = value !== null && value.list.length >= value.max
  const close = () => {
    setOpen(null)
    void read.refresh()
  }
  return (
    <Page title={t('titles.webhooks')} onRefresh={read.refresh}>
      <div className={styles.page}>
        <Lead>{t('webhooks.lead')}</Lead>
        {value === null && <Unread read={read} lines={2} height={96} />}
        {value?.list.length === 0 && <Empty text={t('webhooks.empty')} icon="share" />}
        {value !== null && value.list.length > 0 && (
          <Rows>
            {value.list.map((hook) => (
              <WebhookRow
                key={hook.id}
                hook={hook}
                onOpen={(as) => setOpen({ as, hook })}
                onSent={() => void read.refresh()}
              />
            ))}
          </Rows>
        )}
        {value !== null && (
          <Box above={5}>
            <Button size="l" isWide disabled={isFull} onClick={() => setOpen({ as: 'add' })}>
              {t('webhooks.add')}
            </Button>
            {isFull && <Lead>{t('webhooks.full', { max: value.max })}</Lead>}
          </Box>
        )}
      </div>
      {open?.as === 'add' && <AddWebhook onClose={close} />}
      {open?.as === 'turn' && <TurnWebhook hook={open.hook} onClose={close} />}
      {open?.as === 'end' && (
        <EndAccess
          call={webhooks.end}
          input={{ id: open.hook.id }}
          title={t('webhooks.deleteAsk')}
          text={open.hook.url}
          more={t('webhooks.deleteText')}
          confirm={t('webhooks.delete')}
          done="account:webhooks.deleted"
          onClose={close}
        />
      )}
    </Page>
  )
}

type RowProps = {
  readonly hook: Webhook
  readonly onOpen: (as: 'turn' | 'end') => void
  readonly onSent: () => void
}
function WebhookRow({ hook, onOpen, onSent }: RowProps) {
  const { t } = useTranslation('account')
  const failureText = useFailureText()
  const { url, events, state, status, waiting, lost, turned_until_ms, undelivered } = hook
  const again = useSubmit(webhooks.redeliver, {
    onDone: () => {
      toast('account:webhooks.sending')
      onSent()
    },
  })
  const lines = [
    t(`webhooks.${state}`),
    events.length === 0 ? t('webhooks.all') : t('webhooks.only', { list: events.join(', ') }),
    ...(status === null ? [] : [t('webhooks.status', { status })]),
    ...(waiting === 0 ? [] : [t('webhooks.waiting', { n: waiting })]),
    ...(undelivered.length === 0 ? [] : [t('webhooks.undelivered', { n: undelivered.length })]),
    ...(lost === 0 ? [] : [t('webhooks.lost', { n: lost })]),
    ...(turned_until_ms === null ? [] : [t('webhooks.turned', { time: formatTime(turned_until_ms) })]),
  ]
  const actions = [
    ...(undelivered.length === 0 || state === 'ended' ? [] : (['again'] as const)),
    ...(state === 'ended' ? [] : (['turn'] as const)),
    'delete',
  ] as const
  const act = {
    again: () => again.send({ id: hook.id }),
    turn: () => onOpen('turn'),
    delete: () => onOpen('end'),
  }
  return (
    <Row icon={state === 'on' ? 'share' : 'warning'} label={url} breaks hint={lines.join(' · ')}>
      <Stack as="span" gap={3} items="end" keeps className={styles.actions}>
        {actions.map((as) => (
          <Button
            key={as}
            kind="quiet"
            size="s"
            isBusy={as === 'again' && again.isBusy}
            aria-label={`${t(`webhooks.${as}`)}: ${url}`}
            onClick={act[as]}
          >
            {t(`webhooks.${as}`)}
          </Button>
        ))}
        {again.failure !== null && (
          <Note role="alert" tone="danger">
            {failureText(again.failure)}
          </Note>
        )}
      </Stack>
    </Row>
  )
}
