import '#tests/proof/mutant-run.ts'
