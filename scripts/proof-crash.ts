import '#tests/proof/crash-run.ts'
