import { Stack } from '#src/ui/box.tsx'
import { isMyTurn } from '#contract/otc/otc-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { Link } from '#src/parts/link.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './room.module.css'

/** The open OTC orders with the person of a single chat: what is written here is said about them. */
export function OrderLines({ peer }: { readonly peer: string }) {
  const { t } = useTranslation('chat')
  const { feeds } = useServices()
  const { value } = useStream(feeds.otcOrders$, loading)
  const orders = (value ?? []).filter(
    ({ my_role, buyer, seller }) => (my_role === 'buyer' ? seller : buyer).chat_user_id === peer,
  )
  if (orders.length === 0) return null
  return (
    <Stack as="ul" line="bottom">
      {orders.map((order) => (
        <li key={order.id}>
          <Link
            to={`${otcPaths.otcOrder}?id=${order.id}`}
            lay="row"
            gap={3}
            blockPad={1}
            sidePad={4}
            align="center"
            tall={48}
            className={styles.order}
          >
            <Icon name="shield" size={18} />
            <span>
              <b>{t('order', { no: order.order_no })}</b>
              <small>{t(isMyTurn(order) ? 'orderTurn' : 'orderOpen')}</small>
            </span>
            <Icon name="chevron-right" size={18} />
          </Link>
        </li>
      ))}
    </Stack>
  )
}
