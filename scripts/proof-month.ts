import '#tests/proof/month/run.ts'
