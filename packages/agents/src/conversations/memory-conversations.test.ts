import { describe, test } from 'bun:test'
import { conversationStoreCases, memoryConversations } from '../index.js'

describe('memoryConversations()', () => {
  for (const { name, run } of conversationStoreCases) test(name, () => run(memoryConversations))
})
