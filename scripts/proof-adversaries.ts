import '#tests/proof/adversary-run.ts'
