/** Emoji that older clients of the family write by name: `face[wink]` or `face[挤眼]`. Each row: the emoji, then its names. */
const rows: readonly (readonly [emoji: string, ...names: string[]])[] = [
  ['🙂', 'smile', '微笑'], ['😁', 'grin', '嘻嘻'], ['😄', 'laugh', '哈哈'], ['🥰', 'cute', '可爱'], ['🥺', 'poor', 'please', '可怜'], ['🙄', 'pick', 'eyeroll', '挖鼻', '白眼'],
  ['😲', 'surprise', 'shock', '吃惊'], ['😊', 'shy', 'blush', '害羞'], ['😉', 'wink', '挤眼'], ['🤐', 'shut', 'zip', '闭嘴'], ['😒', 'despise', 'unamused', '鄙视'], ['😍', 'love', 'loveyou', '爱你'],
  ['😢', 'tear', 'sad', '泪'], ['🤭', 'titter', 'giggle', '偷笑'], ['😘', 'kiss', '亲亲'], ['🤒', 'sick', '生病'], ['😆', 'happy', '太开心'], ['😤', 'hum', 'snort', '右哼哼', '左哼哼', '哼'],
  ['🤫', 'hush', 'shh', '嘘'], ['😖', 'bad', 'confounded', '衰'], ['😞', 'wronged', 'disappointed', '委屈', '失望'], ['🤮', 'vomit', '吐'], ['🥱', 'yawn', '哈欠'], ['🤗', 'hug', '抱抱'],
  ['😡', 'angry', '怒'], ['❓', 'question', '疑问'], ['😋', 'yum', 'greedy', '馋嘴'], ['👋', 'bye', 'wave', '拜拜', '来'], ['🤔', 'think', '思考'], ['😅', 'sweat', '汗'],
  ['😪', 'sleepy', '困'], ['😴', 'sleep', '睡'], ['💰', 'money', '钱'], ['😎', 'cool', '酷'], ['🤩', 'lust', 'starstruck', '色'], ['👏', 'clap', 'applause', '鼓掌'],
  ['😵', 'dizzy', '晕'], ['😔', 'sorrow', 'pensive', '悲伤'], ['😫', 'crazy', 'tired', '抓狂'], ['😓', 'blackline', '黑线', '囧'], ['😏', 'sinister', 'smirk', '阴险'], ['🤬', 'curse', '怒骂'],
  ['🤝', 'handshake', 'follow', '互粉'], ['❤️', 'heart', '心'], ['💔', 'broken', 'brokenheart', '伤心'], ['🐷', 'pig', '猪头'], ['🐼', 'panda', '熊猫'], ['🐰', 'rabbit', '兔子'],
  ['👌', 'ok'], ['✌️', 'yeah', 'victory', '耶'], ['👍', 'good', 'like', '赞'], ['🙅', 'no'], ['👎', 'weak', 'dislike', '弱'], ['🦙', 'alpaca', '草泥马'],
  ['🦄', 'legend', '神马'], ['☁️', 'cloud', '浮云'], ['💪', 'strong', 'power', '给力', '威武'], ['👀', 'watch', 'look', '围观'], ['🦸', 'ultraman', 'hero', '奥特曼'], ['🎁', 'gift', '礼物'],
  ['⏰', 'clock', '钟'], ['🎤', 'microphone', '话筒'], ['🕯️', 'candle', '蜡烛'], ['🎂', 'cake', '蛋糕'], ['😂', 'joy'], ['😭', 'cry'], ['🙏', 'thanks'], ['🔥', 'fire'], ['🚀', 'rocket'], ['🎉', 'party'],
]
const emojiOf = new Map(rows.flatMap(([emoji, ...names]) => names.map((name) => [name, emoji] as const)))
const face = /face\[([^[\]\s]{1,20})\]/gu
/** A name that the end of a shortened text has cut. */
const cut = /face\[[^[\]\s]{0,20}$/u

/** A text with emoji in place of their names. A name that nobody knows stays readable, in brackets. */
export const withFaces = (text: string): string => text.replace(face, (_, name: string) => emojiOf.get(name.toLowerCase()) ?? `[${name}]`)
/** The same for the beginning of a text: what was cut in the middle of a name is left out. */
export const withFacesCut = (text: string): string => withFaces(text).replace(cut, '…')
