import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * The pictures of the installed app, drawn from `public/icon.svg` and, where the platform cuts a shape out, from
 * `maskable.svg`.
 */
const icons = [
  { from: 'public/icon.svg', to: 'icon-192', size: 192 },
  { from: 'public/icon.svg', to: 'icon-512', size: 512 },
  { from: 'public/icons/maskable.svg', to: 'maskable-192', size: 192 },
  { from: 'public/icons/maskable.svg', to: 'maskable-512', size: 512 },
  { from: 'public/icons/maskable.svg', to: 'apple-180', size: 180 },
]

for (const { from, to, size } of icons) {
  const { width } = await sharp(readFileSync(from), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`public/icons/${to}.png`)
  console.log(`public/icons/${to}.png ${width}`)
}
