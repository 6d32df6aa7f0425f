import '#tests/proof/packet-run.ts'
