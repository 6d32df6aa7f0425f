import styles from './camera.module.css'

/** A document fills the frame; a person is beside the document that they hold. */
export type FrameKind = 'document' | 'face'

const outer = 'M0 0H100V125H0Z'
/** The page of a passport and a card both fit. */
const card = (x: number, y: number, width: number, height: number) => {
  const [across, down] = [width - 8, height - 8]
  const right = `h${across}a4 4 0 0 1 4 4v${down}a4 4 0 0 1-4 4`
  return `M${x + 4} ${y}${right}h-${across}a4 4 0 0 1-4-4v-${down}a4 4 0 0 1 4-4Z`
}
const holes: Readonly<Record<FrameKind, string>> = {
  document: card(6, 32, 88, 61),
  face: `M50 8a23 30 0 0 1 0 60a23 30 0 0 1 0-60Z${card(26, 76, 48, 34)}`,
}

/** What is around the subject lies in the dark. */
export const Frame = ({ kind }: { readonly kind: FrameKind }) => (
  <svg className={styles.frame} viewBox="0 0 100 125" aria-hidden="true">
    <path className={styles.dark} fillRule="evenodd" d={`${outer}${holes[kind]}`} />
    <path className={styles.edge} d={holes[kind]} />
  </svg>
)
