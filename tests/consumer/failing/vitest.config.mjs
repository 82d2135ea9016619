// Vitest's settings in the consumer. The test file has a name of its own, so that this repository's `bun test` does
// not take it for one of its tests.

// oxlint-disable-next-line import/no-default-export -- Vitest reads the default export.
export default {
  test: { include: ['**/*.vitest.mjs'], testTimeout: 20_000 },
}
