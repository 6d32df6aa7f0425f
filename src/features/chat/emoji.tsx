import { Box, Row } from '#src/ui/box.tsx'
import { chatLimits } from '#contract/chat/chat.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './room.module.css'

const all = [
  '😀',
  '😄',
  '😁',
  '😆',
  '😅',
  '😂',
  '🙂',
  '🙃',
  '😉',
  '😊',
  '😇',
  '🥰',
  '😍',
  '😘',
  '😋',
  '😜',
  '🤪',
  '🤗',
  '🤭',
  '🤔',
  '😐',
  '😑',
  '😏',
  '😬',
  '😌',
  '😴',
  '🤤',
  '😷',
  '🤒',
  '🤧',
  '🥵',
  '🥶',
  '😵',
  '🤯',
  '😎',
  '🤓',
  '🧐',
  '😕',
  '😟',
  '😮',
  '😲',
  '😳',
  '🥺',
  '😢',
  '😭',
  '😱',
  '😤',
  '😡',
  '👍',
  '👎',
  '👌',
  '✌️',
  '🤞',
  '🤝',
  '👏',
  '🙏',
  '💪',
  '👀',
  '🫡',
  '🫠',
  '❤️',
  '🧡',
  '💛',
  '💚',
  '💙',
  '💜',
  '🖤',
  '💔',
  '💯',
  '✅',
  '❌',
  '❓',
  '🎉',
  '🎊',
  '🎁',
  '🧧',
  '🎂',
  '🍻',
  '☕',
  '🍜',
  '🌙',
  '☀️',
  '⛈️',
  '🌈',
  '🔥',
  '⚡',
  '🚀',
  '📈',
  '📉',
  '💰',
  '💸',
  '🪙',
  '🏦',
  '⏰',
  '🔒',
  '🔔',
] as const

/** Emoji by pages of 24. */
export function EmojiGrid({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { t } = useTranslation('chat')
  const [page, setPage] = useState(0)
  const pages = Math.ceil(all.length / chatLimits.emojiPage)
  return (
    <Box sidePad={3} endPad={3} role="group" aria-label={t('emoji')}>
      <div className={styles.emojiGrid}>
        {all.slice(page * chatLimits.emojiPage, (page + 1) * chatLimits.emojiPage).map((each) => (
          <button key={each} type="button" className={styles.emojiOne} onClick={() => onPick(each)}>
            {each}
          </button>
        ))}
      </div>
      <Row align="stretch" justify="center">
        {Array.from({ length: pages }, (_, at) => (
          <button
            key={at}
            type="button"
            className={styles.emojiDot}
            aria-label={t('emojiPage', { page: at + 1 })}
            aria-current={at === page ? 'true' : undefined}
            onClick={() => setPage(at)}
          />
        ))}
      </Row>
    </Box>
  )
}
