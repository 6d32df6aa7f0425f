import '#tests/proof/sim-run.ts'
