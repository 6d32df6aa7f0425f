import { Box, Press, Row } from '#src/ui/box.tsx'
import type { PacketContent } from '#contract/chat/chat-content.ts'
import type { PacketNews } from '#machines/chat/chat-room.ts'
import { useServices } from '#src/actors/services.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import { withFaces } from '#src/features/chat/faces.ts'
import styles from '#src/features/chat/room.module.css'

/** A red packet in the log. It never tells an amount. */
export function PacketCard({
  packet,
  news,
  onOpen,
}: {
  readonly packet: PacketContent
  readonly news: PacketNews | null
  readonly onOpen: (packet: PacketContent) => void
}) {
  const { t } = useTranslation('chat')
  const { serverNow } = useServices()
  const taken = news?.takenNums ?? packet.takenNums ?? 0
  const isOver =
    taken >= packet.redBagNums ||
    (news !== null ? news.status !== 'active' : packet.redBagStatus === 'ended') ||
    packet.expireMs <= serverNow()
  const isMine = news?.isMine === true || packet.takenByMe === true
  return (
    <Press
      lay="stack"
      text="start"
      className={styles.packet}
      data-over={isOver || undefined}
      data-had={isMine || undefined}
      onClick={() => onOpen(packet)}
    >
      <Row as="span" gap={3} blockPad={3} sidePad={4} breaks className={styles.packetMain}>
        <Icon name="gift" size={32} />
        <span>
          <b dir="auto">{packet.redBagRemark === '' ? t('packet.wish') : withFaces(packet.redBagRemark)}</b>
          <small>{t(isOver ? 'packet.ended' : isMine ? 'packet.had' : 'packet.tap')}</small>
        </span>
      </Row>
      <Box as="span" blockPad={2} sidePad={4} ground="pressed" size={2}>
        {t('kinds.redPacket')}
        {packet.redBagNums > 1 &&
          ` · ${t(taken === 0 ? 'packet.shares' : 'packet.taken', { taken, count: packet.redBagNums })}`}
      </Box>
    </Press>
  )
}
