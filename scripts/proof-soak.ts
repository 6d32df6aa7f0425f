import '#tests/proof/soak/run.ts'
