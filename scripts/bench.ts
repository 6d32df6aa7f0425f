import '#tests/bench/main.ts'
