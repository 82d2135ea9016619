// Stands for another file of tests.

import { fakeModels, type FakeModels } from '@understudy/script'
import type { FakeAi, TestApp } from '@understudy/testing'

/** A fake that is made in this file. */
export async function leaveFake(http: TestApp): Promise<FakeAi> {
  return http.fakeAi()
}

/** A fake of models that is made in this file. */
export async function leaveModels(): Promise<FakeModels> {
  return fakeModels()
}
