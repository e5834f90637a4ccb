import { sleep } from "../support/Schedule.ts"

/** Waits until so much has come, or nothing came for a second. */
export const settled = async (expected: number, received: () => number): Promise<void> => {
  let before = received()
  let since = performance.now()
  while (received() < expected - 0.5 && performance.now() - since < 1000) {
    await sleep(10)
    if (received() === before) continue
    before = received()
    since = performance.now()
  }
}
