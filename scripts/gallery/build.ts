import { copyFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** What the app is divided into for its first page would only be circles of files here. */
const undivided: Plugin = {
  name: 'undivided',
  config: ({ build: { rolldownOptions: { output } = {} } = {} }) => {
    if (output && !Array.isArray(output)) delete output.codeSplitting
  },
}

/** Builds the gallery into a folder of its own. Addresses are relative, so that it works below any path of any host. */
export const buildGallery = async (folder: string) => {
  await build({
    base: './',
    plugins: [undivided],
    logLevel: 'warn',
    build: {
      // Both themes stand side by side: `light-dark()` is left to the browser, which decides it for each element.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      outDir: folder,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      chunkSizeWarningLimit: 1500,
      rolldownOptions: { input: 'gallery.html', output: { entryFileNames: 'gallery.js' } },
    },
  })
  renameSync(join(folder, 'gallery.html'), join(folder, 'index.html'))
  for (const file of ['boot.js', 'icon.svg']) copyFileSync(join('public', file), join(folder, file))
}
