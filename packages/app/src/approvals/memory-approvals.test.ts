import { describe, test } from 'bun:test'
import { approvalStoreCases, memoryApprovals } from '../index.js'

describe('memoryApprovals()', () => {
  for (const { name, run } of approvalStoreCases) test(name, () => run(memoryApprovals))
})
