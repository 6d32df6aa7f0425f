const spaces = {
  /** Half of the first step. */
  hair: '2px',
  1: 'var(--space-1)',
  2: 'var(--space-2)',
  3: 'var(--space-3)',
  4: 'var(--space-4)',
  5: 'var(--space-5)',
  6: 'var(--space-6)',
  8: 'var(--space-8)',
  /** Beside the page. */
  gutter: 'var(--gutter)',
} as const
const squareOf = (size: string) =>
  `display: grid; flex: none; place-items: center; inline-size: ${size}; block-size: ${size}`
const edges = { start: 'start', center: 'center', end: 'end' } as const

/**
 * What pages choose of the tokens by prop: a property with its values by name, declarations by name, or those of a prop
 * that is there or not. The build makes rules of it, in this order (scripts/client/looks.ts): a rule of a feature
 * stands after them and wins. What is unique to a component stands in its own CSS.
 */
export const looks = {
  /**
   * How what is inside stands: one below the other, side by side, in a row of a text, in a column that shares its
   * height, or in equal parts.
   */
  lay: {
    stack: 'display: grid; grid-template-columns: minmax(0, 1fr)',
    row: 'display: flex',
    inline: 'display: inline-flex',
    column: 'display: flex; flex-direction: column',
    equal: 'display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr)',
  },
  /** A field of this size, with what it shows in its middle. */
  square: {
    32: squareOf('32px'),
    36: squareOf('36px'),
    40: squareOf('40px'),
    44: squareOf('44px'),
    64: squareOf('64px'),
    88: squareOf('88px'),
  },
  isBlock: 'display: block',
  isCard: 'border-radius: var(--radius-3); background: var(--raised); box-shadow: 0 0 0 1px var(--edge)',
  isEdged: 'box-shadow: 0 0 0 1px var(--edge)',
  /** Something is typed or chosen in it. */
  isInput: `border-radius: var(--radius-2); background: var(--well); box-shadow: inset 0 0 0 1px var(--line);
    &:hover { box-shadow: inset 0 0 0 1px var(--line-strong) }
    &:focus-within { box-shadow: inset 0 0 0 1.5px var(--accent) }
    &[data-invalid] { box-shadow: inset 0 0 0 1.5px var(--danger) }`,
  ground: [
    'background',
    {
      well: 'var(--well)',
      raised: 'var(--raised)',
      bar: 'var(--bar)',
      page: 'var(--page)',
      pressed: 'var(--pressed)',
      accent: 'var(--accent-soft)',
      warning: 'var(--warning-soft)',
      danger: 'var(--danger-soft)',
      rise: 'var(--rise-soft)',
      fall: 'var(--fall-soft)',
      /** Of what is to be pressed. */
      fill: 'var(--accent-fill); color: var(--on-accent)',
    },
  ],
  round: [
    'border-radius',
    {
      1: 'var(--radius-1)',
      2: 'var(--radius-2)',
      3: 'var(--radius-3)',
      4: 'var(--radius-4)',
      full: 'var(--radius-round)',
    },
  ],
  columns: [
    'grid-template-columns',
    { 2: 'repeat(2, minmax(0, 1fr))', 3: 'repeat(3, minmax(0, 1fr))', 4: 'repeat(4, minmax(0, 1fr))' },
  ],
  /** As many equal columns as have this width. */
  fits: [
    'grid-template-columns',
    {
      150: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))',
      180: 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))',
      220: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
      260: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    },
  ],
  /** Space between what is inside; `sideGap` where it is another one between what stands side by side. */
  gap: ['gap', spaces],
  sideGap: ['column-gap', spaces],
  pad: ['padding', spaces],
  /** Space above and below alone. */
  blockPad: ['padding-block', spaces],
  topPad: ['padding-block-start', spaces],
  endPad: ['padding-block-end', spaces],
  sidePad: ['padding-inline', spaces],
  /** Space between this and what stands before or after it. */
  above: ['margin-block-start', spaces],
  below: ['margin-block-end', spaces],
  align: ['align-items', { ...edges, baseline: 'baseline', stretch: 'stretch' }],
  justify: ['justify-content', { between: 'space-between', center: 'center', end: 'end' }],
  /** Where the items of a stack stand in its width. */
  items: ['justify-items', edges],
  /** Where it stands itself in the width of a stack. */
  self: ['justify-self', edges],
  /** Its rows stand at the top, however high it is. */
  isTop: 'align-content: start',
  wraps: 'flex-wrap: wrap',
  /** Takes the room that is left in a row. */
  grows: 'flex: 1; min-inline-size: 0',
  shrinks: 'min-inline-size: 0',
  keeps: 'flex: none',
  /** Stands at the end of its row. */
  pushes: 'margin-inline-start: auto',
  /** As wide as what it stands in. */
  isFull: 'inline-size: 100%',
  line: {
    top: 'border-block-start: 1px solid var(--line)',
    bottom: 'border-block-end: 1px solid var(--line)',
    around: 'border: 1px solid var(--line)',
  },
  /** A line between one and the next of what is inside. */
  isRuled: '& > * + * { border-block-start: 1px solid var(--line) }',
  size: [
    'font-size',
    {
      1: 'var(--size-1)',
      2: 'var(--size-2)',
      dense: 'calc(13rem / 14)',
      3: 'var(--size-3)',
      lead: 'calc(15rem / 14)',
      4: 'var(--size-4)',
      title: 'calc(17rem / 14)',
      5: 'var(--size-5)',
      6: 'var(--size-6)',
    },
  ],
  tone: [
    'color',
    {
      1: 'var(--text-1)',
      2: 'var(--text-2)',
      3: 'var(--text-3)',
      accent: 'var(--accent)',
      warning: 'var(--warning)',
      danger: 'var(--danger)',
      info: 'var(--info)',
      rise: 'var(--rise)',
      fall: 'var(--fall)',
      flat: 'var(--text-2)',
      done: 'var(--green)',
    },
  ],
  weight: ['font-weight', { plain: '400', medium: 'var(--medium)', bold: 'var(--bold)' }],
  text: ['text-align', edges],
  /** Long words are broken anywhere. */
  breaks: 'overflow-wrap: anywhere',
  nowrap: 'white-space: nowrap',
  /** One line, cut with an ellipsis. */
  isCut: 'overflow: hidden; text-overflow: ellipsis; white-space: nowrap',
  /** Lines of a text stand further apart. */
  isLoose: 'line-height: 1.6',
  /** Line breaks are kept as they were typed. */
  isPre: 'white-space: pre-wrap',
  /** High enough for a finger. */
  isTouch: 'min-block-size: var(--touch)',
  tall: ['min-block-size', { 36: '36px', 44: '44px', 46: '46px', 48: '48px', 56: '56px', 64: '64px' }],
  /** No longer sure, or not to be chosen now. */
  isFaded: 'opacity: 0.55',
  /** Can be pressed as a whole: lit under a pointer, its ring inside. */
  reacts: '&:hover { background: var(--pressed) } &:focus-visible { outline-offset: -2px }',
  /** Holds what is placed over it. */
  isRelative: 'position: relative',
  /** What reaches beyond it is not seen. */
  clips: 'overflow: hidden',
} as const

type Looks = typeof looks
export type Look = {
  readonly [Name in keyof Looks]?: Looks[Name] extends string
    ? boolean
    : Looks[Name] extends readonly [string, infer Values]
      ? keyof Values | undefined
      : keyof Looks[Name] | undefined
}
