// The failing tests under Vitest.

import { expect, onTestFinished, test } from 'vitest'
import { failingTests } from './failing-tests.ts'

for (const { name, run } of failingTests) test(name, () => run({ expect, onTestFinished }))
