import '#tests/proof/box/race-run.ts'
