import { Layer } from "effect"
import { DemoConsoleHttp } from "../demo/DemoConsoleHttp.ts"
import { DemoStartHttp } from "../demo/DemoStartHttp.ts"

/** Pages that the demo alone has. */
export const DemoRoutes = Layer.mergeAll(DemoConsoleHttp, DemoStartHttp)
