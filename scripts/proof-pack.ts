import '#tests/proof/box/pack/run.ts'
