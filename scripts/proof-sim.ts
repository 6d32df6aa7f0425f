import '#tests/proof/main.ts'
