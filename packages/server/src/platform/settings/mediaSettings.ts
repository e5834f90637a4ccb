import { Schema } from "effect"
import { setting } from "./Setting.ts"
import { whole } from "./texts.ts"

/** Settings of cameras: stills, and live video. */
export const mediaSettings = {
  stillsMemory: setting(
    {
      name: "STILLS_MEMORY",
      type: "a whole number of megabytes from 1 to 100000",
      fallback: "256",
      meaning:
        "How much memory the newest stills of connected cameras take at most; of more, those that came first are stored at once."
    },
    whole(1, 100_000)
  ),
  liveVideo: setting(
    {
      name: "LIVE_VIDEO",
      type: "on or off",
      fallback: "on",
      meaning:
        "Whether this server relays live video of cameras; where it does not, it is answered 502 live_unavailable."
    },
    Schema.Literals(["on", "off"])
  ),
  liveViewers: setting(
    {
      name: "LIVE_VIEWERS",
      type: "a whole number from 1 to 10000",
      fallback: "50",
      meaning: "How many viewers one camera's stream has at most."
    },
    whole(1, 10_000)
  ),
  liveStreams: setting(
    {
      name: "LIVE_STREAMS",
      type: "a whole number from 1 to 50",
      fallback: "4",
      meaning: "How many cameras of one robot send live video at once at most."
    },
    whole(1, 50)
  )
}
