// Stands for one file of tests.

import type { FakeAi, TestApp } from '@understudy/testing'

/** A fake that is made in this file. */
export async function makeFake(http: TestApp): Promise<FakeAi> {
  return http.fakeAi()
}
