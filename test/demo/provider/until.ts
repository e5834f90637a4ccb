import { Effect } from "effect"

/** Waits for what another socket of this process does, without a clock. */
export const until = (holds: () => boolean) =>
  Effect.promise(async () => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  })
