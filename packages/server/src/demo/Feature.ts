import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { DemoStartHttp } from "./DemoStartHttp.ts"
import { DevOutboxHttp } from "./DevOutboxHttp.ts"
import { ExamplesHttp } from "./ExamplesHttp.ts"

/** Pages that the demo alone has. */
export const demo = feature({
  pages: Layer.mergeAll(DemoStartHttp, DevOutboxHttp, ExamplesHttp)
})
