import '#tests/proof/scale/run.ts'
