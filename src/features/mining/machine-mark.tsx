import { Box } from '#src/ui/box.tsx'
import { belowBase } from '#src/lib/below-base.ts'
import styles from './mining.module.css'

/** The picture of a kind of machine; its name is always beside it. */
export function MachineMark({ logo }: { readonly logo: string }) {
  return (
    <Box as="span" ground="accent" round={2} keeps clips className={styles.mark} aria-hidden="true">
      {logo !== '' && (
        <img
          src={belowBase(logo)}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          onError={(event) => (event.currentTarget.hidden = true)}
        />
      )}
    </Box>
  )
}
