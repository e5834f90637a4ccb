import { Layer } from "effect"
import { RobotQuestions } from "./IntrospectionRpc.ts"
import { feature } from "../../platform/features/feature.ts"
import { FirstIntrospection } from "./FirstIntrospection.ts"
import { IntrospectionHttp } from "./IntrospectionHttp.ts"
import { IntrospectionStore } from "./IntrospectionStore.ts"
import { Introspections } from "./Introspections.ts"
import { RobotGraphsLive } from "./RobotGraphsLive.ts"
import { RobotQuestionHandlers } from "./RobotQuestionHandlers.ts"

/** Robots' ROS graphs and types. Configurations are held against them. */
export const introspection = feature({
  stores: IntrospectionStore.layer,
  services: RobotGraphsLive.pipe(
    Layer.provideMerge(Introspections.layer),
    Layer.provide(RobotQuestions.layer),
    Layer.provide(RobotQuestionHandlers)
  ),
  background: FirstIntrospection,
  api: IntrospectionHttp
})
