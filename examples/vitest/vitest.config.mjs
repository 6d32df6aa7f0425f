// `npx vitest run` here, where kontor and vitest are installed.
export default { test: { include: ['*.test.mjs'], reporters: ['default', 'kontor/reporter'] } }
