import { modeSaid } from '#server/operate/folder-mode.ts'
import { backUp, backUpInto } from './ask-backup.ts'
import { runTool } from './tool.ts'

await runTool(async ([flag, to, keepFlag, keep = '14', ...more], dataFolder) => {
  const isKept = flag === '--into' && (keepFlag === undefined || keepFlag === '--keep') && /^[1-9]\d{0,4}$/.test(keep)
  if (to === undefined || more.length > 0 || !(isKept || (flag === '--to' && keepFlag === undefined)))
    throw new Error('Say where to: npm run backup -- --to FOLDER, or --into FOLDER [--keep 14]')
  const asked = modeSaid(process.env)
  const done = isKept
    ? await backUpInto(dataFolder, { into: to, keep: Number(keep), at: new Date() }, asked)
    : await backUp(dataFolder, to, asked)
  return `Backed up to ${done.to}: ${done.files} files, ${(done.bytes / 1e6).toFixed(1)} MB.`
})
