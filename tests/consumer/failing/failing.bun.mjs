// The failing tests under Bun. The name keeps it out of this repository's own `bun test`.

import { expect, onTestFinished, test } from 'bun:test'
import { failingTests } from './failing-tests.ts'

for (const { name, run } of failingTests) test(name, () => run({ expect, onTestFinished }))
