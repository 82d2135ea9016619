// Stands for another file of tests.

import type { FakeAi, TestApp } from '@understudy/testing'

/** A fake that is made in this file. */
export async function leaveFake(http: TestApp): Promise<FakeAi> {
  return http.fakeAi()
}
