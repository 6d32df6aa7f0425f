import { Box } from '#src/ui/box.tsx'
import type { ImGroup, Member, Message } from '#contract/chat/chat.ts'
import type { PacketContent } from '#contract/chat/chat-content.ts'
import type { ChatLog } from '#machines/chat/chat-log.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { RichText } from './rich-text.tsx'

// Each opens alone: a tap on a packet loads neither search nor market.
const PacketCompose = lazy(async () => ({
  default: (await import('#src/features/chat/packets/packet-compose.tsx')).PacketCompose,
}))
const PacketSheet = lazy(async () => ({
  default: (await import('#src/features/chat/packets/packet-sheet.tsx')).PacketSheet,
}))
const CardSheet = lazy(async () => ({ default: (await import('#src/features/chat/sharing/card-sheet.tsx')).CardSheet }))
const MarketSheet = lazy(async () => ({
  default: (await import('#src/features/chat/market/market-sheet.tsx')).MarketSheet,
}))
const ForwardSheet = lazy(async () => ({ default: (await import('./sheets/forward-sheet.tsx')).ForwardSheet }))
const SearchSheet = lazy(async () => ({ default: (await import('./search-sheet.tsx')).SearchSheet }))
const SharedView = lazy(async () => ({ default: (await import('./shared-view.tsx')).SharedView }))
const ReactorsSheet = lazy(async () => ({ default: (await import('./sheets/reactors-sheet.tsx')).ReactorsSheet }))
const ReadersSheet = lazy(async () => ({ default: (await import('./sheets/reactors-sheet.tsx')).ReadersSheet }))
const EditSheet = lazy(async () => ({ default: (await import('./sheets/edit-sheet.tsx')).EditSheet }))
const VersionsSheet = lazy(async () => ({ default: (await import('./sheets/versions-sheet.tsx')).VersionsSheet }))
const ChatPhotos = lazy(async () => ({ default: (await import('./chat-photos.tsx')).ChatPhotos }))

/** What is open over a chat. */
export type OpenSheet =
  | { readonly kind: 'search' | 'notice' | 'compose' | 'card' | 'market' }
  | { readonly kind: 'packet'; readonly packet: PacketContent }
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'merged'; readonly shareId: string }
  | { readonly kind: 'reactors' | 'readers' | 'edit' | 'versions'; readonly message: Message }
  | { readonly kind: 'forward'; readonly ids: readonly string[] }
type Props = {
  readonly open: OpenSheet
  readonly chat: string
  readonly group: ImGroup | null
  readonly members: readonly Member[]
  readonly log: ChatLog
  readonly hasLink: boolean
  readonly onClose: () => void
  readonly onGo: (n: number) => void
  readonly onForwarded: () => void
  readonly onChanged: (message: Message) => void
}

/** The layers over a chat. */
export function RoomSheets({ open, chat, group, members, log, hasLink, onClose, onGo, onForwarded, onChanged }: Props) {
  const { t } = useTranslation('chat')
  switch (open.kind) {
    case 'search':
      return (
        <SearchSheet
          chat={chat}
          onClose={onClose}
          onGo={(n) => {
            onClose()
            onGo(n)
          }}
        />
      )
    case 'notice':
      return (
        <Sheet title={t('notice')} isOpen onClose={onClose}>
          <Box as="p" isPre breaks dir="auto">
            <RichText text={group?.chatNotice ?? ''} />
          </Box>
        </Sheet>
      )
    case 'picture':
      return <ChatPhotos url={open.url} log={log} onClose={onClose} />
    case 'merged':
      return (
        <Sheet title={t('titles.shared')} isOpen onClose={onClose} isTall>
          <SharedView shareId={open.shareId} hasLink={hasLink} />
        </Sheet>
      )
    case 'packet':
      return (
        <PacketSheet content={open.packet} chat={chat} isGroup={group?.chatGroupType === 'group'} onClose={onClose} />
      )
    case 'compose':
      return group === null ? null : <PacketCompose group={group} members={members} onClose={onClose} />
    case 'card':
      return <CardSheet chat={chat} onClose={onClose} />
    case 'market':
      return <MarketSheet chat={chat} onClose={onClose} />
    case 'reactors':
      return <ReactorsSheet message={open.message} onClose={onClose} />
    case 'readers':
      return <ReadersSheet message={open.message} onClose={onClose} />
    case 'edit':
      return group === null ? null : (
        <EditSheet message={open.message} group={group} members={members} onClose={onClose} onChanged={onChanged} />
      )
    case 'versions':
      return <VersionsSheet message={open.message} onClose={onClose} />
    case 'forward':
      return (
        <ForwardSheet
          ids={open.ids}
          onClose={onClose}
          onDone={() => {
            onClose()
            onForwarded()
          }}
        />
      )
  }
}
