import { decodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import { Effect, Option } from "effect"
import type { Rule } from "../Rule.ts"
import { NotSupported } from "../Verdicts.ts"

export const snapshots: ReadonlyArray<Rule> = [
  {
    id: "snapshot.frame",
    section: "13.1",
    sentence: "A binary frame is a 4-byte length, a header and an image, at most 1572864 bytes in all.",
    needs: [],
    check: (kit) => {
      const frames = kit.cloud.frames.flatMap(({ binary }) => binary ?? [])
      if (frames.length === 0) return Effect.fail(new NotSupported({ message: "No binary frame came." }))
      const odd = frames.filter((frame) => Option.isNone(decodeSnapshot(frame)))
      return kit.must(odd.length === 0, `${odd.length} of ${frames.length} binary frames were no snapshots.`)
    }
  }
]
