import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { DoctorHttp } from "./DoctorHttp.ts"
import { McpGate } from "./McpGate.ts"
import { McpHandlers } from "./McpHandlers.ts"
import { McpHttp } from "./McpHttp.ts"
import { TaskNotices } from "./TaskNotices.ts"
import { Tasks } from "./Tasks.ts"
import { Tools } from "./Tools.ts"

/** The MCP endpoints of apps, and their tools. */
export const mcp = feature({
  services: Layer.mergeAll(McpGate.layer, McpHandlers.layer).pipe(
    Layer.provideMerge(TaskNotices.layer),
    Layer.provideMerge(Layer.merge(Tools.layer, Tasks.layer))
  ),
  api: DoctorHttp,
  pages: McpHttp
})
