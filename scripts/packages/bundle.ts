import { build } from 'vite'
import { join } from 'node:path'
import type { Published } from './list.ts'

/** What whoever uses a package brings along. */
const brought = /^(?:zod|react|react-dom|xstate|elkjs)(?:\/|$)/

/** Builds the code of a package: a file for each entry, and what they share. */
export async function bundlePackage({ folder, entries }: Published, to: string) {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: join(to, 'lib'),
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      copyPublicDir: false,
      lib: { entry: { ...entries }, formats: ['es'], cssFileName: folder },
      rolldownOptions: {
        external: brought,
        output: { entryFileNames: '[name].js', chunkFileNames: 'part-[name].js', comments: false },
      },
    },
  })
}
