import { Effect } from "effect"
import { sleepers, startAndStop } from "../../bridge/cameras/scriptedCameras.ts"
import { answer } from "../support/Answers.ts"

/** By how long they sleep the encoders of this program are known. */
const seconds = 100_000 + process.pid

/** Starts and stops cameras at a bridge so often. What is left of their encoders and sockets once it is gone. */
const race = async ({ turns }: { readonly turns: number }) => {
  const began = performance.now()
  const { sockets } = await Effect.runPromise(startAndStop(turns, seconds))
  return {
    turns,
    took_s: (performance.now() - began) / 1000,
    encoders_left: sleepers(seconds).length,
    sockets_left: sockets
  }
}

answer({}, { race })
