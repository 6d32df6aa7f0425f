const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18))
  throw new Error(
    `kontor/testing needs Node 22.18 or later; this is ${process.versions.node}. ` +
      'The one that came along runs your tests: npx kontor node node_modules/vitest/vitest.mjs run',
  )
export const { openBox } = await import('./lib/testing.mjs')
